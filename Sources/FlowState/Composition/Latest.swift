/// The latest result of a step that is waited for, filled by the step's collector.
@usableFromInline
final class Latest<Result> {
  private(set) var result: Result?

  /// Begins to collect the results of a step.
  init(of step: FlowStep<some Any, Result>) {
    step.collector = self
  }

  @usableFromInline
  func collect(_ result: Result?) {
    self.result = result
  }

  /// Hands the result over, for good.
  func take() -> Result? { result.take() }
}
