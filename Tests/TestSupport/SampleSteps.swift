package import FlowChains
import FlowState

/// Declared steps for tests: each tells a trace that it was at work, and completes on the spot.
package enum SampleSteps {
  /// A step that needs nothing of the one before, and yields its own name.
  package static func free(_ identifier: String, _ trace: Trace? = nil) -> FlowStepDeclaration<Any, String> {
    FlowStepDeclaration(Any.self, String.self, identifier: identifier) { _ in
      FlowStep(Any.self, String.self, identifier: "made") { step in
        trace?.note("\(step.identifier) at work")
        let handler = FlowStepHandler(Any.self, String.self)
        handler.complete(identifier)
        return handler
      }
    }
  }

  /// A step that computes its result from its content.
  package static func transform<Content, Result: Sendable>(
    _ identifier: String, _ body: @escaping @Sendable (Content?) -> Result?
  ) -> FlowStepDeclaration<Content, Result> {
    FlowStepDeclaration(Content.self, Result.self, identifier: identifier) { _ in
      FlowStep(Content.self, Result.self, identifier: identifier) { step in
        let handler = FlowStepHandler<Content, Result>()
        handler.complete(body(step.content))
        return handler
      }
    }
  }
}

extension FlowStepDeclaration {
  /// The step with these routes, the first of which is always taken.
  package func leading(_ routes: KeyValuePairs<String, FlowRoute.Target>) -> DeclaredStep {
    let first = routes.first?.key ?? ""
    return branching(routes) { _ in first }.step
  }
}
