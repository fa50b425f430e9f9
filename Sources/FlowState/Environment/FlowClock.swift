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
