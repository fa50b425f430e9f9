/// The direction that a run takes when a step has failed; see ``AnyFlowStep/setFailure(_:)``.
///
/// ```swift
/// download.setFailure { error in
///   attempts += 1
///   return attempts < 3 ? .retry(after: .seconds(attempts)) : .goTo(apology)
/// }
/// ```
public enum FailureRoute {
  /// Continues the chain with this step.
  case goTo(any Startable)
  /// Starts the step again after this time on the run's clock. Zero starts it at once. A negative time traps.
  case retry(after: Duration)
  /// Ends the chain here, as if the step had completed without a result and without a next step.
  case end
  /// Ends the chain with the failure, as without a route.
  case fail

  /// Starts the step again at once.
  public static var retry: FailureRoute { .retry(after: .zero) }
}
