/// What a reversible run keeps of one start of a step: what it takes to start it so again, and to take it back.
///
/// Confined to the queue of the run.
@usableFromInline
class StepVisit {
  /// Whether the step has completed in this visit.
  @usableFromInline final var isCompleted = false

  /// Gives the step the content that it was started with.
  func restore(_ step: AnyFlowStep) {}

  /// Calls the step's undo; returns whether there is one.
  func undo(_ step: AnyFlowStep) -> Bool { false }
}

/// The visit of a step that has content.
final class FlowStepVisit<Content, Result>: StepVisit {
  private let content: Content?
  /// What the step has yielded.
  private(set) var result: Result?

  init(_ content: Content?) {
    self.content = content
  }

  func complete(_ result: Result?) {
    self.result = result
  }

  override func restore(_ step: AnyFlowStep) {
    unsafeDowncast(step, to: FlowStep<Content, Result>.self).content = content
  }

  override func undo(_ step: AnyFlowStep) -> Bool {
    let step = unsafeDowncast(step, to: FlowStep<Content, Result>.self)
    guard let undo = step.undo else { return false }
    step.content = content
    undo(step, result)
    return true
  }
}
