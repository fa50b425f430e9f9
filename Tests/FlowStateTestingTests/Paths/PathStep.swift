import FlowChains
import FlowState

/// Makes a declared step for checks of paths.
///
/// - Parameters:
///   - identifier: The name of the step.
///   - work: Receives the handler of the step's work when the step starts.
///   - change: Changes the step when it is made.
/// - Returns: The declaration of the step.
func pathStep(
  _ identifier: String, working work: @escaping @Sendable (FlowStepHandler<Any, String>) -> Void,
  _ change: @escaping @Sendable (FlowStep<Any, String>) -> Void
) -> FlowStepDeclaration<Any, String> {
  FlowStepDeclaration(Any.self, String.self, identifier: identifier) { _ in
    let step = FlowStep(Any.self, String.self, identifier: identifier) { _ in
      let handler = FlowStepHandler(Any.self, String.self)
      work(handler)
      return handler
    }
    change(step)
    return step
  }
}
