/// The latest result of a step that other code waits for. The step's collector fills it.
@usableFromInline
final class Latest<Result> {
  /// The result. Guarded by the queue of the step's run.
  @usableFromInline @exclusivity(unchecked) var storage = InlineStorage()

  /// Receives each result, before the step's completion closure.
  @usableFromInline let listener: ((Result?) -> Void)?

  /// Creates an object that doesn't collect yet.
  @inlinable
  init(listener: ((Result?) -> Void)? = nil) {
    self.listener = listener
  }

  /// Creates an object that collects the results of a step.
  @inlinable
  convenience init(of step: FlowStep<some Any, Result>, listener: ((Result?) -> Void)? = nil) {
    self.init(listener: listener)
    collect(from: step)
  }

  /// Begins to collect the results of a step, which is about to start.
  @inlinable
  func collect(from step: FlowStep<some Any, Result>) {
    step.prepareToCollect()
    _ = take()
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
