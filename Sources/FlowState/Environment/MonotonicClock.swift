package import Dispatch

/// A clock that measures the time since its creation with the system's monotonic clock.
///
/// It stands still while the system is asleep, and so do the calls that it schedules.
///
/// ```swift
/// let clock = MonotonicClock()
/// let sinceThen = clock.now
/// ```
public struct MonotonicClock: FlowClock {
  /// The nanoseconds of the system's uptime at which the clock was at zero.
  private let origin: UInt64
  private let alarms: AlarmQueue

  /// The alarms of all clocks that users create. One timer serves them, and a clock is no more than its origin.
  private static let alarms = AlarmQueue()

  /// Creates a clock that begins at zero now.
  public init() {
    self.init(alarms: MonotonicClock.alarms)
  }

  /// Creates a clock that begins at zero now and makes its calls on a serial queue of its own, so that a global queue whose
  /// threads are blocked doesn't delay them.
  ///
  /// - Parameter queue: The queue. Without a target, it gets a thread whenever it has work.
  package init(callingOn queue: DispatchQueue) {
    self.init(alarms: AlarmQueue(callers: queue) { SystemTimer(on: queue, $0) })
  }

  /// Creates a clock that begins at zero now and schedules its calls on an alarm queue.
  init(alarms: AlarmQueue) {
    origin = DispatchTime.now().uptimeNanoseconds
    self.alarms = alarms
  }

  /// The time since the clock was created. You can read it on any thread.
  public var now: Duration { .nanoseconds(Int64(DispatchTime.now().uptimeNanoseconds - origin)) }

  /// Schedules a call after a delay, on a global queue. A delay of more than 100 years counts as 100 years.
  ///
  /// - Parameters:
  ///   - delay: The delay.
  ///   - call: The closure to call once.
  /// - Returns: An alarm that cancels the call.
  public func schedule(after delay: Duration, _ call: @escaping @Sendable () -> Void) -> FlowAlarm {
    // Dispatch counts nanoseconds in 64 bits.
    let nanoseconds = min(delay, .seconds(100 * 365 * 24 * 3600)).attoseconds / 1_000_000_000
    let alarm = alarms.schedule(after: UInt64(clamping: nanoseconds), call)
    return FlowAlarm { alarm.queue.cancel(alarm) }
  }
}
