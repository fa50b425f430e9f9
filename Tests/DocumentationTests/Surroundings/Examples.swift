import FlowChains
import FlowExperiments
import FlowState
import FlowTerminal
import Synchronization

// Declarations that many examples mention. They run only if an example does.

/// A step that completes immediately.
func exampleStep<Content, Result>(
  _ content: Content.Type = Content.self, _ result: Result.Type = Result.self
) -> FlowStep<Content, Result> {
  FlowStep(content, result, identifier: "Example") { _ in nil }
}

/// A declared step that completes immediately.
func exampleDeclaration<Content, Result>(
  _ identifier: String, _ content: Content.Type = Content.self, _ result: Result.Type = Result.self
) -> FlowStepDeclaration<Content, Result> {
  FlowStepDeclaration(content, result, identifier: identifier) { _ in exampleStep() }
}

/// A flow that completes immediately.
func exampleFlow<Content, Result>(
  _ content: Content.Type = Content.self, _ result: Result.Type = Result.self
) -> Flow<Content, Result> {
  Flow(content, result, identifier: "Example") { _ in exampleStep(Any.self, Any.self) }
}

/// A chain of three declared steps.
var exampleChain: FlowChain {
  FlowChain(
    identifier: "signup",
    [
      exampleDeclaration("name", Any.self, String.self).step, exampleDeclaration("email", Any.self, String.self).step,
      exampleDeclaration("terms", Any.self, Bool.self).step,
    ])
}

/// An experiment of two variants.
func exampleExperiment(_ name: String) -> Experiment {
  do {
    return try Experiment(name, variants: [.init("control"), .init("email-first")])
  } catch {
    preconditionFailure("\(error)")
  }
}

/// Accepts any address.
@Sendable func readEmail(_ line: String) -> Reply<String> { .accepted(line) }

/// The profile of a user.
struct Profile: Sendable {
  var name = ""
}

/// A picture. Only its name matters.
struct Picture: Sendable {
  var name = ""
}
