import FlowState

/// A declared step, made for one run. Confined to the run's queue.
class MadeStep {
  let step: AnyFlowStep

  fileprivate init(_ step: AnyFlowStep) {
    self.step = step
  }

  /// Makes the step that a declaration describes. Generic code that knows the types of the step calls it.
  static func of(_ step: FlowStep<some Any, some Any>) -> MadeStep { TypedMadeStep(step) }

  /// Sets the step's content to the previous step's result.
  func receive(_ value: Any?) {}

  /// Computes the step's content at each start.
  func prepare(_ content: @escaping () -> Any?) {}

  /// Sets a closure that receives the step's result, before the step's own completion closure.
  func listen(_ listener: @escaping (Any?) -> Void) {}

  /// Returns a step that settles at once, in place of this one.
  func replacement(endingWith ending: KnownEnding) -> MadeStep { self }

  /// Begins to undo a visit with a result.
  func undo(_ result: Any?) -> UndoProgress { .none }

  /// Begins to undo a visit that did not complete, with the function of the declaration.
  func undoInterrupted(_ visit: DeclaredVisit, by declared: DeclaredDurability) -> UndoProgress { .none }

  /// Sets what undoes visits of the step in a run that isn't durable.
  func undo(by declared: DeclaredDurability) {}

  /// Returns the step with a time limit.
  func timeout(_ limit: Duration) -> MadeStep { self }

  /// Returns the step with more attempts.
  func retry(
    attempts: Int, backoff: Backoff, where isWorthRetrying: @escaping (_ error: FlowError) -> Bool
  ) -> MadeStep { self }
}

/// The ending of a step that settles without work.
enum KnownEnding {
  case result(Any?)
  case failure(any Error)
}

private final class TypedMadeStep<Content, Result>: MadeStep {
  private let typed: FlowStep<Content, Result>

  init(_ step: FlowStep<Content, Result>) {
    typed = step
    super.init(step)
  }

  override func receive(_ value: Any?) {
    // A step that takes nothing doesn't report that it receives nothing.
    if Content.self == Any.self, value == nil, typed.currentContent == nil { return }
    typed.content = value.flatMap { $0 as? Content }
  }

  override func prepare(_ content: @escaping () -> Any?) {
    let provide = { [unowned typed] in
      let value = content()
      typed.content = value.flatMap { $0 as? Content }
    }
    typed.prepare = provide
  }

  override func listen(_ listener: @escaping (Any?) -> Void) {
    typed.listen { listener($0) }
  }

  override func replacement(endingWith ending: KnownEnding) -> MadeStep {
    let step = FlowStep<Content, Result>(identifier: typed.identifier) { _ in
      let handler = FlowStepHandler<Content, Result>()
      switch ending {
      case .result(let value): handler.complete(UnsafeTransfer(value.flatMap { $0 as? Result }).value)
      case .failure(let error): handler.fail(error)
      }
      return handler
    }
    step.becomeDeclared()
    step.becomeReplacement()
    return TypedMadeStep(step)
  }

  override func undo(_ result: Any?) -> UndoProgress {
    typed.undo(completedWith: result.flatMap { $0 as? Result })
  }

  override func undoInterrupted(_ visit: DeclaredVisit, by declared: DeclaredDurability) -> UndoProgress {
    guard let function = declared.undoInterrupted else { return .none }
    let content = UnsafeTransfer<Any?>(typed.currentContent)
    // The worker tries it again.
    return .waits(UndoWork(1, .none, [{ try await function(content, visit) }], followsWork: true))
  }

  override func undo(by declared: DeclaredDurability) {
    typed.setUndo(
      attempts: declared.undoAttempts, backoff: declared.undoBackoff,
      completed: declared.undo.map { function in
        { result, visit in
          let result = UnsafeTransfer<Any?>(result)
          return { try await function({ result.value }, visit) }
        }
      },
      interrupted: declared.undoInterrupted.map { function in
        { content, visit in
          let content = UnsafeTransfer<Any?>(content)
          return { try await function(content, visit) }
        }
      })
  }

  override func timeout(_ limit: Duration) -> MadeStep { TypedMadeStep(typed.timeout(limit)) }

  override func retry(
    attempts: Int, backoff: Backoff, where isWorthRetrying: @escaping (_ error: FlowError) -> Bool
  ) -> MadeStep {
    TypedMadeStep(typed.retry(attempts: attempts, backoff: backoff, where: isWorthRetrying))
  }
}
