/// The latest result of a step that is waited for, filled by the step's collector.
@usableFromInline
final class Latest<Result> {
  private(set) var result: Result?

  /// Hears of each result, before the step's completion closure.
  private let listener: ((Result?) -> Void)?

  /// Begins to collect the results of a step.
  init(of step: FlowStep<some Any, Result>, listener: ((Result?) -> Void)? = nil) {
    self.listener = listener
    step.collector = self
  }

  @usableFromInline
  func collect(_ result: Result?) {
    self.result = result
    listener?(result)
  }

  /// Hands the result over, for good.
  func take() -> Result? { result.take() }
}
