import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Bionic)
  import Bionic
#endif

/// The alarms of clocks, with one system timer for all of them.
///
/// Most alarms are time limits that are cancelled before they are due. So cancelling an alarm doesn't reset the timer, and the
/// timer is rarely set. Cancelling an alarm releases its closure at once.
///
/// `@unchecked Sendable`: `lock` guards all fields. The lock is never held while user code is called or released.
final class AlarmQueue: @unchecked Sendable {
  /// The latest deadline, in 146 years. Dispatch treats later deadlines as times of another clock, and some of them as now.
  static let endOfTime: UInt64 = (1 << 62) - 2

  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// The waiting alarms. This field and the ones below are guarded by `lock`.
  @exclusivity(unchecked) private var heap = AlarmHeap()
  /// The number of alarms that were scheduled so far.
  @exclusivity(unchecked) private var count = 0
  @exclusivity(unchecked) private var timer: (any AlarmTimer)?
  /// The time at which the timer fires; later than any deadline if it isn't set.
  @exclusivity(unchecked) private var firesAt = UInt64.max
  /// The queue on which calls are made.
  private let callers: DispatchQueue
  /// Makes the timer when the first alarm is scheduled.
  private let makeTimer: @Sendable (_ fire: @escaping @Sendable () -> Void) -> any AlarmTimer

  /// Creates a queue without alarms.
  ///
  /// - Parameters:
  ///   - callers: The concurrent queue on which calls are made.
  ///   - makeTimer: Makes the timer of the queue. The timer must call `fire` when it fires.
  init(
    callers: DispatchQueue = .global(),
    makeTimer: @escaping @Sendable (_ fire: @escaping @Sendable () -> Void) -> any AlarmTimer = { SystemTimer($0) }
  ) {
    self.callers = callers
    self.makeTimer = makeTimer
    let status = pthread_mutex_init(lock, nil)
    requireUse(status == 0, "The system has no lock left for a clock (error \(status)).")
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// Schedules a call after a delay.
  func schedule(after nanoseconds: UInt64, _ call: @escaping @Sendable () -> Void) -> Alarm {
    let (sum, isTooLate) = DispatchTime.now().uptimeNanoseconds.addingReportingOverflow(nanoseconds)
    let deadline = isTooLate ? AlarmQueue.endOfTime : min(sum, AlarmQueue.endOfTime)
    return withLock {
      count += 1
      let alarm = Alarm(in: self, at: deadline, number: count, call)
      heap.insert(alarm)
      if deadline < firesAt { setTimer(to: deadline) }
      return alarm
    }
  }

  /// Cancels an alarm and releases its closure.
  func cancel(_ alarm: Alarm) {
    _ = takeCall(of: alarm)
  }

  /// Makes the calls that are due, each in a block of its own, so that a slow call doesn't delay the others.
  private func fire() {
    let now = DispatchTime.now().uptimeNanoseconds
    let due = withLock {
      var due: [Alarm] = []
      firesAt = .max
      while let first = heap.first, first.deadline <= now {
        heap.remove(first)
        due.append(first)
      }
      if let next = heap.first { setTimer(to: next.deadline) }
      return due
    }
    for alarm in due {
      callers.async { self.makeCall(of: alarm) }
    }
  }

  private func makeCall(of alarm: Alarm) {
    takeCall(of: alarm)?()
  }

  /// Removes the alarm from the heap and returns its closure. Doesn't use `take` or `withLock`, because passing a closure
  /// through a generic function wraps it in another closure.
  private func takeCall(of alarm: Alarm) -> (@Sendable () -> Void)? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    heap.remove(alarm)
    let call = alarm.call
    alarm.call = nil
    return call
  }

  /// Sets the timer. Called with the lock held.
  private func setTimer(to deadline: UInt64) {
    firesAt = deadline
    // Weak, because waiting alarms keep the queue alive, and without alarms the timer has nothing to do.
    let timer = timer ?? makeTimer { [weak self] in self?.fire() }
    self.timer = timer
    timer.fire(at: DispatchTime(uptimeNanoseconds: deadline), leeway: .nanoseconds(0))
  }

  private func withLock<Value>(_ body: () -> Value) -> Value {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body()
  }
}
