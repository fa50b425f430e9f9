/// A type that provides the time of a run, for its events and its delays.
///
/// Runs use the system's monotonic clock unless you set another clock, for instance one that a test advances by hand.
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
  /// The time that has passed since the clock's origin. It never decreases.
  ///
  /// A run reads it on its queue.
  var now: Duration { get }

  /// Schedules a call after a delay.
  ///
  /// A run calls this method on its queue. The clock must not make the call before this method returns.
  ///
  /// - Parameters:
  ///   - delay: The delay; more than zero.
  ///   - call: The closure to call once, from any thread.
  /// - Returns: An alarm that cancels the call.
  func schedule(after delay: Duration, _ call: @escaping @Sendable () -> Void) -> FlowAlarm
}
