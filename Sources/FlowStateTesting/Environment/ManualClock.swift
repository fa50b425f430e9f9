public import FlowState
import Foundation

/// A clock that a test moves: time stands still until it is advanced, and then passes at once.
///
/// ```swift
/// let queue = ManualQueue()
/// let clock = ManualClock(playing: queue)
/// flow.on(queue).timed(by: clock).start()
/// queue.play()
/// clock.advance(by: .seconds(2))  // a retry that waits for two seconds starts here
/// ```
///
/// When time is advanced, the timers that fall due are called in the order of their times, those of one time in the order
/// in which they were asked for. While a timer is called, ``now`` is its time. A timer that is asked for by such a call,
/// and falls due before the advance is over, is called in the same advance.
///
/// A call may itself advance the clock: the inner advance begins at the time of the call and calls what falls due in it;
/// the outer one goes on from there. Time never goes backwards: if the inner one has gone further than the outer one was to
/// go, time stays there.
///
/// The clock may be read, and timers asked for and called off, from any thread. Advance it from one thread at a time.
///
/// Guard of `@unchecked Sendable`: `lock`; timers are called when it is free.
public final class ManualClock: FlowClock, @unchecked Sendable {
  private struct Timer {
    let number: Int
    let due: Duration
    let call: @Sendable () -> Void
  }

  private let lock = NSLock()
  private let queue: ManualQueue?
  private var time = Duration.zero
  /// The latest first, so that the next one is taken from the end.
  private var timers: [Timer] = []
  private var timersMade = 0

  /// Makes a clock that stands at zero.
  ///
  /// - Parameter queue: Is played after each timer's call, and at the end of each advance, so that what follows from a
  ///   timer happens at the timer's time, later timers included. Without one, or inside a closure that the queue executes,
  ///   nothing is played.
  public init(playing queue: ManualQueue? = nil) {
    self.queue = queue
  }

  /// The time since the clock was made, as far as it was advanced.
  public var now: Duration { lock.withLock { time } }

  /// How many timers wait: asked for, and neither called nor called off.
  public var timerCount: Int { lock.withLock { timers.count } }

  /// The time on the clock at which the next timer falls due; nil if none waits.
  public var nextTimer: Duration? { lock.withLock { timers.last?.due } }

  /// Asks for a call when the clock has been advanced far enough; made on the thread that advances it.
  ///
  /// - Parameters:
  ///   - delay: The time to wait; more than zero, else it traps.
  ///   - call: To be called once.
  /// - Returns: What calls it off, also during the advance in which it falls due.
  public func schedule(after delay: Duration, _ call: @escaping @Sendable () -> Void) -> FlowAlarm {
    precondition(delay > .zero, "A ManualClock was asked for a call after \(delay); a delay is more than zero.")
    let number = lock.withLock {
      timersMade += 1
      let due = time + delay
      // Behind the timers of the same time in the order of calls, so before them here.
      let place = timers.firstIndex { $0.due <= due } ?? timers.count
      timers.insert(Timer(number: timersMade, due: due, call: call), at: place)
      return timersMade
    }
    return FlowAlarm { [weak self] in
      guard let self else { return }
      lock.withLock { timers.removeAll { $0.number == number } }
    }
  }

  /// Lets time pass, and calls the timers that fall due, each at its time.
  ///
  /// - Parameter duration: How much time passes; zero or more, else it traps.
  public func advance(by duration: Duration) {
    precondition(duration >= .zero, "A ManualClock was to be advanced by \(duration); time does not go backwards.")
    let end = now + duration
    while let timer = takeTimer(dueBy: end) {
      timer.call()
      playQueue()
    }
    lock.withLock { time = max(time, end) }
    playQueue()
  }

  /// Lets time pass until the next timer falls due, and calls it and those of the same time.
  ///
  /// - Returns: How much time has passed; nil if no timer waits.
  @discardableResult
  public func advanceToNextTimer() -> Duration? {
    guard let (now, due) = lock.withLock({ timers.last.map { (time, $0.due) } }) else { return nil }
    advance(by: due - now)
    return due - now
  }

  private func takeTimer(dueBy end: Duration) -> Timer? {
    lock.withLock {
      guard let timer = timers.last, timer.due <= end else { return nil }
      timers.removeLast()
      time = max(time, timer.due)
      return timer
    }
  }

  private func playQueue() {
    if let queue, !queue.isCurrent { queue.play() }
  }
}
