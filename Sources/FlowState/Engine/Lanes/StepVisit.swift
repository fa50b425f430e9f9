/// The record of one start of a step in a reversible run. With it, the run can restore the step's content and undo the step.
///
/// Confined to the queue of the run.
@usableFromInline
class StepVisit {
  /// Whether the step has completed in this visit.
  @usableFromInline final var isCompleted = false

  /// Restores the content that the step was started with.
  func restore(_ step: AnyFlowStep) {}

  /// Calls the step's undo closure. Returns whether there is one.
  func undo(_ step: AnyFlowStep) -> Bool { false }
}

/// The visit of a step that has content.
final class FlowStepVisit<Content, Result>: StepVisit {
  private let content: Content?
  /// The result of the step.
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
