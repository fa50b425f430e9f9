public import FlowState

/// A clock that a test advances by hand.
///
/// ```swift
/// let queue = ManualQueue()
/// let clock = ManualClock(playing: queue)
/// flow.on(queue).timed(by: clock).start()
/// queue.play()
/// clock.advance(by: .seconds(2))  // a retry that waits for two seconds starts here
/// ```
///
/// Time stands still until the test advances the clock. An advance calls the timers that fall due, in the order of
/// their times. Timers with the same time are called in the order in which they were scheduled. During a call, ``now``
/// is the time of the timer. If the call schedules another timer that falls due within the advance, the same advance
/// calls that timer, too.
///
/// A timer's call may advance the clock itself. This inner advance starts at the time of the timer and calls the timers
/// that fall due in it. The outer advance then continues from there. Time never goes backwards: if the inner advance
/// passes the end of the outer one, the clock keeps the later time.
///
/// You can read the clock, and schedule and cancel timers, from any thread. Advance the clock from one thread at a
/// time.
public final class ManualClock: FlowClock {
  private struct State {
    var time = Duration.zero
    var timers = TimerQueue()
  }

  /// Never locked while a timer is called.
  private let state = Locked(State())
  private let queue: ManualQueue?

  /// Creates a clock whose time is zero.
  ///
  /// - Parameter queue: A queue that the clock plays after each timer's call and at the end of each advance. Therefore,
  ///   all consequences of a timer happen at the timer's time, and can schedule further timers. Inside a closure that
  ///   the queue executes, the clock doesn't play the queue.
  public init(playing queue: ManualQueue? = nil) {
    self.queue = queue
  }

  /// The time by which the clock has been advanced since its creation.
  public var now: Duration { state.withLock { $0.time } }

  /// The number of timers that have been scheduled and neither called nor cancelled.
  public var timerCount: Int { state.withLock { $0.timers.count } }

  /// The time on the clock at which the next timer falls due; nil if no timer is waiting.
  public var nextTimer: Duration? { state.withLock { $0.timers.nextDue } }

  /// Schedules a timer.
  ///
  /// The clock calls the timer on the thread that advances it.
  ///
  /// - Parameters:
  ///   - delay: The time to wait. Traps if it isn't greater than zero.
  ///   - call: The closure to call once.
  /// - Returns: An alarm that can cancel the timer until it is called, even during the advance in which it falls due.
  public func schedule(after delay: Duration, _ call: @escaping @Sendable () -> Void) -> FlowAlarm {
    requireUse(
      delay > .zero, "A ManualClock cannot schedule a timer after \(delay); a delay must be greater than zero.")
    let timer = state.withLock { $0.timers.schedule(at: $0.time + delay, call) }
    return FlowAlarm { [weak self] in
      guard let self else { return }
      // Released without the lock, because releasing it can run code that uses the clock.
      let call = state.withLock { $0.timers.cancel(timer) }
      withExtendedLifetime(call) {}
    }
  }

  /// Advances the clock and calls the timers that fall due, each at its time.
  ///
  /// - Parameter duration: The time that passes. Traps if it is negative.
  public func advance(by duration: Duration) {
    requireUse(duration >= .zero, "A ManualClock cannot advance by \(duration); time does not go backwards.")
    advance(to: now + duration)
  }

  private func advance(to end: Duration) {
    while let call = takeCall(dueBy: end) {
      call()
      playQueue()
    }
    playQueue()
  }

  /// Advances the clock to the next timer, and calls all timers of that time.
  ///
  /// - Returns: The time that has passed, including advances by the called timers; nil if no timer is waiting.
  @discardableResult
  public func advanceToNextTimer() -> Duration? {
    guard let (start, due) = state.withLock({ state in state.timers.nextDue.map { (state.time, $0) } }) else {
      return nil
    }
    advance(to: due)
    return now - start
  }

  /// Removes and returns the call of the next timer that falls due. If there is none, sets the time to the end of the
  /// advance.
  ///
  /// One lock protects both, so the method finds each timer that another thread schedules before the end.
  private func takeCall(dueBy end: Duration) -> TimerQueue.Call? {
    state.withLock { state in
      guard let timer = state.timers.popFirst(dueBy: end) else {
        state.time = max(state.time, end)
        return nil
      }
      state.time = max(state.time, timer.due)
      return timer.call
    }
  }

  private func playQueue() {
    if let queue, !queue.isCurrent { queue.play() }
  }
}
