/// The steps of a chain, whose next steps only its routes choose.
extension AnyFlowStep {
  /// Leaves the choice of the next step to the routes of a chain.
  package final func becomeDeclared() { makeExtras().isDeclared = true }

  /// Whether the closure that made the step has set a next step.
  package final var hasNext: Bool { next != nil }

  /// Becomes a step that settles without work in place of a declared one, or in which its visit is undone. A test doesn't take it
  /// for another start of the step.
  package final func becomeReplacement() { makeExtras().isReplacement = true }

  /// Makes the step fail when the flow that it runs is cancelled.
  package final func failWhenCancelled() { makeExtras().failsWhenCancelled = true }

  /// Puts a gate before the next start of the step.
  ///
  /// - Parameter direct: Decides where the run continues. Called on the run's queue, when the run has come to the step.
  package final func putGate(_ direct: @escaping (_ gate: StepGate) -> StepGate.Direction) {
    makeExtras().gate = direct
  }

  /// Lets the step count as started, because another part of the run has started it.
  package final func beginAsStarted() { hasStarted = true }

  /// Returns a step that stands for the end of a chain. A gate is before it, so it never starts.
  package static func ofEnd() -> AnyFlowStep { AnyFlowStep(identifier: "", perform: { _, _ in .completed }) }

  /// Traps, because a closure has set the next step of a declared step.
  final func trapDeclared() -> Never {
    trap(Self.refusalToLink(identifier, "a closure sets"))
  }

  /// Returns the sentence that refuses a next step which doesn't come from a route.
  ///
  /// - Parameters:
  ///   - step: The name of the declared step.
  ///   - verb: The words between the step and the next step of its own.
  /// - Returns: The sentence.
  package static func refusalToLink(_ step: String, _ verb: String) -> String {
    """
    Step '\(step)' is declared in a chain, and \(verb) a next step of its own. The chain would skip the steps that follow. \
    Declare the step's routes with branching and catching.
    """
  }
}
