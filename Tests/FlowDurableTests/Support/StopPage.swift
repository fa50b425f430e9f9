import FlowChains
import FlowState
import FlowStateTesting
import TestSupport

/// Returns a stop that calls a closure in its intent, with the number of the visit, and completes with its content if that returns true.
func page(
  _ identifier: String, _ body: @escaping @Sendable (_ step: FlowStep<String, String>, _ visit: Int) -> Bool
) -> FlowStepDeclaration<String, String> {
  let visits = Locked(0)
  return FlowStepDeclaration(String.self, String.self, identifier: identifier) { _ in
    FlowStep(String.self, String.self, identifier: identifier) { step in
      let handler = FlowStepHandler(String.self, String.self)
      let visit = visits.withLock { visits in
        visits += 1
        return visits
      }
      if body(step, visit) {
        handler.complete(step.content)
      } else {
        step.onCancel { withExtendedLifetime(handler) {} }
      }
      return handler
    }
  }.stop()
}
