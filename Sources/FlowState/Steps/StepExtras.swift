/// The properties that few steps have, in a separate object. Without them, a step is small and quick to release.
///
/// Guarded by the queue of the step's run.
@usableFromInline
final class StepExtras {
  /// The attachment of the handler that the latest start returned, if that start needs one.
  @exclusivity(unchecked) var attachment: Attachment?
  /// Decides how the run continues when the step has failed.
  @exclusivity(unchecked) var failureRoute: ((FlowError) -> FailureRoute)?
  /// Receives each failure and cancellation of the step.
  @exclusivity(unchecked) var failedOrCancelled: ((FlowOutcome<Never>) -> Void)?
  /// Prepares the step's content for a start that is about to happen.
  @exclusivity(unchecked) var prepare: (() -> Void)?
  /// Stops the work of the current start, or of the next one.
  @exclusivity(unchecked) var cancellation: (() -> Void)?
  /// Receives new content. A closure in a box, because only the step knows its type.
  @exclusivity(unchecked) var contentUpdate: AnyObject?
  /// The completion closure that was set in a call of the one before. A closure in a box, as above.
  @exclusivity(unchecked) var replacement: AnyObject?
  /// The visit that a reversible run records for the latest start.
  @exclusivity(unchecked) var visit: StepVisit?
  /// Undoes visits of the step. Only the step knows the type of the object.
  @exclusivity(unchecked) var undo: AnyObject?
  /// The result of a visit that the run has taken back. In a box, as above.
  @exclusivity(unchecked) var earlierResult: AnyObject?
  /// Whether the step shows something to a person, so that going back leads to it.
  @exclusivity(unchecked) var isStop = false
  /// Whether the run can't go back past the step when it has completed.
  @exclusivity(unchecked) var isFinal = false
  /// Whether the routes of a chain choose the next step.
  @exclusivity(unchecked) var isDeclared = false
  /// Decides where a durable run continues before the next start of the step; nil if no gate is before that start.
  @exclusivity(unchecked) var gate: ((StepGate) -> StepGate.Direction)?
  /// Whether the step replaces a declared step that settles without work, or whose visit is undone.
  @exclusivity(unchecked) var isReplacement = false
  /// Whether the step fails when the flow that it runs is cancelled.
  @exclusivity(unchecked) var failsWhenCancelled = false
  /// The number of bare starts of the step.
  @exclusivity(unchecked) var bareStarts = 0
}

extension AnyFlowStep {
  /// Returns the extras, and makes them if there are none.
  final func makeExtras() -> StepExtras {
    if let extras { return extras }
    let made = StepExtras()
    extras = made
    return made
  }

  final var attachment: Attachment? {
    get { extras?.attachment }
    set { if newValue != nil || extras != nil { makeExtras().attachment = newValue } }
  }

  package final var failureRoute: ((FlowError) -> FailureRoute)? {
    get { extras?.failureRoute }
    set { if newValue != nil || extras != nil { makeExtras().failureRoute = newValue } }
  }

  @usableFromInline final var failedOrCancelled: ((FlowOutcome<Never>) -> Void)? {
    get { extras?.failedOrCancelled }
    set { if newValue != nil || extras != nil { makeExtras().failedOrCancelled = newValue } }
  }

  package final var prepare: (() -> Void)? {
    get { extras?.prepare }
    set { if newValue != nil || extras != nil { makeExtras().prepare = newValue } }
  }

  final var visit: StepVisit? {
    get { extras?.visit }
    set { if newValue != nil || extras != nil { makeExtras().visit = newValue } }
  }

  /// Releases the cancellation action, because the start has settled.
  @usableFromInline
  final func clearCancellation() {
    if let extras, extras.cancellation != nil { extras.cancellation = nil }
  }

  /// Takes the action that stops the work of the current start.
  final func takeCancellation() -> (() -> Void)? {
    extras?.cancellation.take()
  }
}

/// A closure whose type only the step knows.
@usableFromInline
final class ClosureBox<Closure> {
  @usableFromInline let body: Closure

  @usableFromInline
  init(_ body: Closure) {
    self.body = body
  }
}
