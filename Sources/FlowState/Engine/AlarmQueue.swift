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

/// The alarms of one clock, with one timer of the system for all of them.
///
/// Most alarms are limits in time, and are called off before they are due: so the timer is not set back when that happens,
/// and seldom set at all. An alarm that is called off lets go of its call at once.
///
/// Guard of `@unchecked Sendable`: `lock`, for all fields. Nobody's code is called under it, nor released.
final class AlarmQueue: @unchecked Sendable {
  /// The latest deadline, in 146 years: Dispatch takes later ones for times of another clock, some of them for now.
  static let endOfTime: UInt64 = (1 << 62) - 2

  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  /// The alarms that wait. Guard, as for all fields below: `lock`.
  @exclusivity(unchecked) private var heap = AlarmHeap()
  /// How many alarms have been asked for.
  @exclusivity(unchecked) private var count = 0
  @exclusivity(unchecked) private var timer: (any AlarmTimer)?
  /// When the timer fires; later than any deadline if it does not.
  @exclusivity(unchecked) private var firesAt = UInt64.max
  /// Where the calls are made.
  private let callers: DispatchQueue
  /// Makes the timer, once there is something to wait for.
  private let makeTimer: @Sendable (_ fire: @escaping @Sendable () -> Void) -> any AlarmTimer

  /// Makes a queue without alarms.
  ///
  /// - Parameters:
  ///   - callers: The concurrent queue on which calls are made.
  ///   - makeTimer: Makes the timer of the queue, which is to call `fire` when it fires.
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

  /// Has `call` made when the time has passed.
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

  /// Keeps an alarm's call from being made, and lets go of it.
  func callOff(_ alarm: Alarm) {
    _ = takeCall(of: alarm)
  }

  /// Makes the calls that are due, each in a block of its own: one that takes its time keeps no other waiting.
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

  /// Takes an alarm's call out of it, and it out of the heap. Without `take` and `withLock`, because a closure that becomes the
  /// value of something generic is wrapped into another one.
  private func takeCall(of alarm: Alarm) -> (@Sendable () -> Void)? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    heap.remove(alarm)
    let call = alarm.call
    alarm.call = nil
    return call
  }

  /// Sets the timer. Under the lock.
  private func setTimer(to deadline: UInt64) {
    firesAt = deadline
    // Weak: alarms that wait hold the queue, and without any the timer has nothing to do.
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
