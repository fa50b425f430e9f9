/// The record of one start of a step, with which the run can restore the step's content and undo the step.
///
/// Confined to the queue of the run.
@usableFromInline
class StepVisit {
  /// Whether the step has completed in this visit.
  @usableFromInline final var isCompleted = false
  /// Whether the content was set after the start, as far as an observer was told.
  final var isContentChanged = false
  /// Whether the visit is a stop: this step, or one inside it, has shown something to a person.
  final var isStop = false
  /// The final step that has completed in this visit: this step, or one inside it.
  final var finalStep: String?

  /// Restores the content that the step was started with.
  func restore(_ step: AnyFlowStep) {}

  /// Leaves the result of the visit, which is taken back, in the step.
  func leaveResult(in step: AnyFlowStep) {}

  /// Begins to undo the visit.
  func undo(_ step: AnyFlowStep) -> UndoProgress { .none }

  /// Whether the visit can be undone.
  func canUndo(_ step: AnyFlowStep) -> Bool { false }
}

/// The progress of undoing one visit.
enum UndoProgress {
  /// The step has no closure for it.
  case none
  /// The visit is undone.
  case done
  /// The visit is undone when this async function has returned.
  case waits(UndoWork)
}

/// An async function that undoes a visit, and how often the run tries it.
struct UndoWork: Sendable {
  let attempts: Int
  let backoff: Backoff
  let function: @Sendable () async throws -> Void
}
