import Synchronization

/// The record of one start of a step, with which the run can restore the step's content and undo the step.
///
/// Confined to the queue of the run.
@usableFromInline
class StepVisit {
  /// Whether the step has completed in this visit.
  @usableFromInline final var isCompleted = false
  /// Whether the content was set after the start, as far as an observer knows.
  final var isContentChanged = false
  /// Whether the visit is a stop: this step, or one inside it, has shown something to a person.
  final var isStop = false
  /// The final step that has completed in this visit: this step, or one inside it.
  final var finalStep: String?

  /// Restores the content that the step was started with.
  func restore(_ step: AnyFlowStep) {}

  /// Leaves the content that the step was started with in the step, which isn't under way.
  func leaveContent(in step: AnyFlowStep) {}

  /// Leaves the result of the visit, which is taken back, in the step.
  func leaveResult(in step: AnyFlowStep) {}

  /// Takes over what an earlier attempt at the visit, which began at a place, has done.
  func takeOver(_ attempt: StepVisit, of step: AnyFlowStep, at place: FlowPlace) {
    // A nested run has completed the final step.
    finalStep = attempt.finalStep
    isContentChanged = attempt.isContentChanged
  }

  /// Begins to undo the visit, which began at a place.
  func undo(_ step: AnyFlowStep, at place: FlowPlace) -> UndoProgress { .none }

  /// Whether the visit can be undone.
  func canUndo(_ step: AnyFlowStep) -> Bool { false }
}

/// The progress of undoing one visit.
package enum UndoProgress {
  /// The step has no closure for it.
  case none
  /// The visit is undone.
  case done
  /// The visit is undone when this async function has returned.
  case waits(UndoWork)
}

/// The async functions that undo a visit, and how often the run tries them.
package struct UndoWork: Sendable {
  /// The number of functions that have returned. A further attempt doesn't call them again.
  private final class Progress: Sendable {
    let count = Atomic(0)
  }

  let attempts: Int
  let backoff: Backoff
  /// Whether a function undoes work that was interrupted, and that can still be ending.
  let followsWork: Bool
  private let functions: [@Sendable () async throws -> Void]
  private let progress = Progress()

  package init(
    _ attempts: Int, _ backoff: Backoff, _ functions: [@Sendable () async throws -> Void], followsWork: Bool
  ) {
    self.attempts = attempts
    self.backoff = backoff
    self.followsWork = followsWork
    self.functions = functions
  }

  /// Calls the functions, one after the other.
  package func perform() async throws {
    for (index, function) in functions.enumerated() where index >= progress.count.load(ordering: .relaxed) {
      try await function()
      progress.count.store(index + 1, ordering: .relaxed)
    }
  }
}
