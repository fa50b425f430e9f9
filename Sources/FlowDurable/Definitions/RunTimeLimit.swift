/// The end of a run that hasn't ended within its time limit; see ``DurableFlow/limited(to:then:)``.
///
/// ```swift
/// let monthly = order.limited(to: .seconds(30 * 86_400), then: .goTo("charge"))
/// ```
public enum RunTimeLimitEnd: Sendable, Hashable {
  /// The run fails. Its failure is a ``DurableFailure`` whose type is `RunTimeLimitPassed`.
  case fails
  /// The run is cancelled.
  case isCancelled
  /// The run continues at a step, without a time limit. The step takes the failure, a `FlowError`, or nothing, and
  /// another way of the chain leads to it, too, for example after a failure.
  case goTo(String)
}

/// The time limit of the runs of a flow.
struct RunTimeLimit: Sendable, Equatable {
  let duration: Duration
  let end: RunTimeLimitEnd
}

/// The failure of a run that hasn't ended within its time limit.
struct RunTimeLimitPassed: Error, CustomStringConvertible {
  let limit: Duration

  var description: String { "The run had not ended after \(limit)." }
}
