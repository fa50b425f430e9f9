/// What few steps have, in a block of its own: so that the many that have none of it are small, and quickly let go of.
///
/// Guard: the queue of the step's run, as for the step.
@usableFromInline
final class StepExtras {
  /// Decides where the run goes when the step has failed.
  @exclusivity(unchecked) var failureRoute: ((FlowError) -> FailureRoute)?
  /// Hears that a start of the step has ended without completing.
  @exclusivity(unchecked) var endedOtherwise: ((FlowOutcome<Never>) -> Void)?
  /// Readies the step's content for a start that is about to happen.
  @exclusivity(unchecked) var prepare: (() -> Void)?
  /// Stops the work of the start that is under way, or of the next one.
  @exclusivity(unchecked) var cancellation: (() -> Void)?
  /// Receives new content: a closure, in a box because only the step knows its type.
  @exclusivity(unchecked) var contentUpdate: AnyObject?
  /// What its reversible run keeps of the latest start.
  @exclusivity(unchecked) var visit: StepVisit?
  /// Takes back what a visit has done: a closure, in a box as above.
  @exclusivity(unchecked) var undo: AnyObject?
  /// How often the step was started by `start()`.
  @exclusivity(unchecked) var bareStarts = 0
}

extension AnyFlowStep {
  /// The extras, made if there are none yet.
  final func makeExtras() -> StepExtras {
    if let extras { return extras }
    let made = StepExtras()
    extras = made
    return made
  }

  final var failureRoute: ((FlowError) -> FailureRoute)? {
    get { extras?.failureRoute }
    set { if newValue != nil || extras != nil { makeExtras().failureRoute = newValue } }
  }

  @usableFromInline final var endedOtherwise: ((FlowOutcome<Never>) -> Void)? {
    get { extras?.endedOtherwise }
    set { if newValue != nil || extras != nil { makeExtras().endedOtherwise = newValue } }
  }

  final var prepare: (() -> Void)? {
    get { extras?.prepare }
    set { if newValue != nil || extras != nil { makeExtras().prepare = newValue } }
  }

  final var visit: StepVisit? {
    get { extras?.visit }
    set { if newValue != nil || extras != nil { makeExtras().visit = newValue } }
  }

  /// The start has settled: lets go of what would have stopped its work.
  @usableFromInline
  final func clearCancellation() {
    if let extras, extras.cancellation != nil { extras.cancellation = nil }
  }

  /// What stops the work of the start that is under way.
  final func takeCancellation() -> (() -> Void)? {
    extras?.cancellation.take()
  }
}

/// A closure that only the step knows the type of.
@usableFromInline
final class ClosureBox<Closure> {
  @usableFromInline let body: Closure

  @usableFromInline
  init(_ body: Closure) {
    self.body = body
  }
}

extension FlowStep {
  typealias Undo = ClosureBox<(FlowStep, Result?) -> Void>
  typealias ContentUpdate = ClosureBox<(Content?) -> Void>

  var undo: ((FlowStep, Result?) -> Void)? {
    get { (extras?.undo).map { unsafeDowncast($0, to: Undo.self).body } }
    set { if newValue != nil || extras != nil { makeExtras().undo = newValue.map { Undo($0) } } }
  }

  var contentUpdate: ((Content?) -> Void)? {
    get { (extras?.contentUpdate).map { unsafeDowncast($0, to: ContentUpdate.self).body } }
    set { if newValue != nil || extras != nil { makeExtras().contentUpdate = newValue.map { ContentUpdate($0) } } }
  }
}
