import Dispatch

/// The alarms of clocks, with one system timer for all of them.
///
/// Most alarms are time limits that are cancelled before they are due. So cancelling an alarm doesn't reset the timer, and the
/// timer is rarely set. Cancelling an alarm releases its closure at once.
///
/// The lock is never held while user code is called or released.
final class AlarmQueue: Sendable {
  /// The latest deadline, in 146 years. Dispatch treats later deadlines as times of another clock, and some of them as now.
  static let endOfTime: UInt64 = (1 << 62) - 2

  private struct State {
    /// The waiting alarms.
    var heap = AlarmHeap()
    /// The number of alarms that were scheduled so far.
    var count = 0
    var timer: (any AlarmTimer)?
    /// The time at which the timer fires; later than any deadline if it isn't set.
    var firesAt = UInt64.max
  }

  private let state = Locked(State())
  /// The queue on which calls are made.
  private let callers: DispatchQueue
  /// Makes the timer when the first alarm is scheduled.
  private let makeTimer: @Sendable (_ fire: @escaping @Sendable () -> Void) -> any AlarmTimer

  /// Creates a queue without alarms.
  ///
  /// - Parameters:
  ///   - callers: The queue on which calls are made: a concurrent one, unless all calls are short.
  ///   - makeTimer: Makes the timer of the queue. The timer must call `fire` when it fires.
  init(
    callers: DispatchQueue = .global(),
    makeTimer: @escaping @Sendable (_ fire: @escaping @Sendable () -> Void) -> any AlarmTimer = { SystemTimer($0) }
  ) {
    self.callers = callers
    self.makeTimer = makeTimer
  }

  /// Schedules a call after a delay.
  func schedule(after nanoseconds: UInt64, _ call: @escaping @Sendable () -> Void) -> Alarm {
    let (sum, isTooLate) = DispatchTime.now().uptimeNanoseconds.addingReportingOverflow(nanoseconds)
    let deadline = isTooLate ? AlarmQueue.endOfTime : min(sum, AlarmQueue.endOfTime)
    return state.withLock { state in
      state.count += 1
      let alarm = Alarm(in: self, at: deadline, number: state.count, call)
      state.heap.insert(alarm)
      if deadline < state.firesAt { setTimer(of: &state, to: deadline) }
      return alarm
    }
  }

  /// Cancels an alarm and releases its closure.
  func cancel(_ alarm: Alarm) {
    _ = takeCall(of: alarm)
  }

  /// Makes the calls that are due, each in a block of its own, so that on a concurrent queue a slow call doesn't delay the others.
  private func fire() {
    let now = DispatchTime.now().uptimeNanoseconds
    let due = state.withLock { state in
      var due: [Alarm] = []
      state.firesAt = .max
      while let first = state.heap.first, first.deadline <= now {
        state.heap.remove(first)
        due.append(first)
      }
      if let next = state.heap.first { setTimer(of: &state, to: next.deadline) }
      return due
    }
    for alarm in due {
      callers.async { self.makeCall(of: alarm) }
    }
  }

  private func makeCall(of alarm: Alarm) {
    takeCall(of: alarm)?()
  }

  /// Removes the alarm from the heap and returns its closure. The closure isn't the result of the body, because a closure
  /// that passes through a generic function is wrapped in another one.
  private func takeCall(of alarm: Alarm) -> (@Sendable () -> Void)? {
    var call: (@Sendable () -> Void)?
    state.withLock { state in
      state.heap.remove(alarm)
      call = alarm.call
      alarm.call = nil
    }
    return call
  }

  /// Sets the timer.
  private func setTimer(of state: inout State, to deadline: UInt64) {
    state.firesAt = deadline
    // Weak, because waiting alarms keep the queue alive, and without alarms the timer has nothing to do.
    let timer = state.timer ?? makeTimer { [weak self] in self?.fire() }
    state.timer = timer
    timer.fire(at: DispatchTime(uptimeNanoseconds: deadline), leeway: .nanoseconds(0))
  }
}
