/// Where a run goes when a step has failed; what a step's failure route returns.
///
/// ```swift
/// download.setFailure { error in
///   attempts += 1
///   return attempts < 3 ? .retry(after: .seconds(attempts)) : .goTo(apology)
/// }
/// ```
public enum FailureRoute {
  /// The chain goes on with this step.
  case goTo(any Startable)
  /// The step is started again after this time on the run's clock; zero means at once. A negative time traps.
  case retry(after: Duration)
  /// The failure ends the chain, as it does without a route.
  case fail

  /// The step is started again at once.
  public static var retry: FailureRoute { .retry(after: .zero) }
}
