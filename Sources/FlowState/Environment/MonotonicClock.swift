/// The system's monotonic clock, counted from the moment the value was made.
///
/// ```swift
/// let clock = MonotonicClock()
/// let sinceThen = clock.now
/// ```
public struct MonotonicClock: FlowClock {
  private let origin: ContinuousClock.Instant
  private let alarms: AlarmQueue

  /// Makes a clock that begins at zero now.
  public init() {
    self.init(alarms: AlarmQueue())
  }

  /// Makes a clock that begins at zero now, and has its calls made by an alarm queue.
  init(alarms: AlarmQueue) {
    origin = ContinuousClock.now
    self.alarms = alarms
  }

  /// The time since the clock was made. Readable from any thread.
  public var now: Duration { origin.duration(to: ContinuousClock.now) }

  /// Asks for a call when some time has passed, on a global queue. Delays beyond 100 years are taken as 100 years.
  ///
  /// - Parameters:
  ///   - delay: The time to wait.
  ///   - call: To be called once.
  /// - Returns: What calls it off.
  public func schedule(after delay: Duration, _ call: @escaping @Sendable () -> Void) -> FlowAlarm {
    // Dispatch counts nanoseconds in 64 bits.
    let nanoseconds = min(delay, .seconds(100 * 365 * 24 * 3600)).attoseconds / 1_000_000_000
    let alarm = alarms.schedule(after: UInt64(clamping: nanoseconds), call)
    return FlowAlarm { alarm.queue.callOff(alarm) }
  }
}
