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
