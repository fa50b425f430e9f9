/// The time of a run: what its events are stamped with, and what its delays are measured by.
///
/// Runs use the system's monotonic clock unless their `Flow` is given another, for instance one that a test moves.
///
/// ```swift
/// struct FrozenClock: FlowClock {
///   var now: Duration { .zero }
///
///   func schedule(after delay: Duration, _ call: @escaping @Sendable () -> Void) -> FlowAlarm {
///     FlowAlarm {}  // time stands still: the call is never made
///   }
/// }
/// let timeless = flow.timed(by: FrozenClock())
/// ```
public protocol FlowClock: Sendable {
  /// The time that has passed since an origin of the clock's own choice; it never goes backwards.
  ///
  /// Called on the queue of the run that asks.
  var now: Duration { get }

  /// Asks for a call when some time has passed.
  ///
  /// Called on the queue of the run that asks. Must not make the call before it returns.
  ///
  /// - Parameters:
  ///   - delay: The time to wait; more than zero.
  ///   - call: To be called once, from any thread.
  /// - Returns: What calls it off.
  func schedule(after delay: Duration, _ call: @escaping @Sendable () -> Void) -> FlowAlarm
}

/// The system's monotonic clock, counted from the moment the value was made.
///
/// ```swift
/// let clock = MonotonicClock()
/// let sinceThen = clock.now
/// ```
public struct MonotonicClock: FlowClock {
  private let origin: ContinuousClock.Instant
  private let alarms = AlarmQueue()

  /// Makes a clock that begins at zero now.
  public init() {
    origin = ContinuousClock.now
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
