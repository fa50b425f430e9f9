/// The latest result of a step that is waited for, filled by the step's collector.
final class Latest<Result> {
  var result: Result?

  /// Begins to collect the results of a step.
  init(of step: FlowStep<some Any, Result>) {
    step.collector = { [self] in result = $0 }
  }

  /// Hands the result over, for good.
  func take() -> Result? { result.take() }
}
