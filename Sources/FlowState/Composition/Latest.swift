/// The latest result of a step that other code waits for. The step's collector fills it.
@usableFromInline
final class Latest<Result> {
  /// The result. Guarded by the queue of the step's run.
  @usableFromInline @exclusivity(unchecked) var storage = InlineStorage()

  /// Receives each result, before the step's completion closure.
  @usableFromInline let listener: ((Result?) -> Void)?

  /// Begins to collect the results of a step.
  @inlinable
  init(of step: FlowStep<some Any, Result>, listener: ((Result?) -> Void)? = nil) {
    step.prepareToCollect()
    self.listener = listener
    step.collector = .latest(self)
  }

  deinit {
    if storage.isFilled { storage.clear(Result.self) }
  }

  @inlinable
  func collect(_ result: Result?) {
    _ = take()
    storage.fill(with: result)
    listener?(result)
  }

  /// Returns the result and releases it.
  @inlinable
  func take() -> Result? { storage.take(Result.self) }
}
