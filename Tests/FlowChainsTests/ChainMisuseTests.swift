import FlowChains
import FlowState
import TestSupport
import Testing

/// A step of a chain doesn't choose its next step; it traps instead of dropping the rest of the chain.
struct ChainMisuseTests {
  /// A misuse; its raw value is the message of its trap.
  enum Misuse: String, CaseIterable, Codable, Sendable, CustomTestStringConvertible {
    case completion = "Step 'a' is declared in a chain, and a closure sets a next step of its own."
    case making = "Step 'a' is declared in a chain, and it was made with a next step of its own."
    case failure = "Step 'a' is declared in a chain, and its failure route chooses a next step of its own."
    case label = "Step 'a' chose the route 'z'; it declares: x, y."
    case failureLabel = "Step 'a' chose the route 'z'; it declares: v, w."
    case result = "Step 'a' catches a result. Declare the routes after a result with branching."

    var testDescription: String { rawValue }

    func commit() throws {
      let misuse = self
      var a = FlowStepDeclaration(Any.self, String.self, identifier: "a") { _ in
        let step = FlowStep(Any.self, String.self, identifier: "made") { _ in
          let handler = FlowStepHandler(Any.self, String.self)
          if misuse == .failure || misuse == .failureLabel { handler.fail(TestError()) } else { handler.complete("a") }
          return handler
        }
        let other = FlowStep(Any.self, Void.self, identifier: "other") { _ in nil }
        if misuse == .making { step.nextStep = other }
        if misuse == .completion { step.setCompletion { step, _ in step.nextStep = other } }
        if misuse == .failure { step.setFailure { _ in .goTo(other) } }
        return step
      }
      if self == .label { a = a.branching(["x": .next, "y": .end]) { _ in "z" } }
      if self == .failureLabel { a = a.catching(["v": .next, "w": .end]) { _ in "z" } }
      if self == .result { a = a.catching(.result, to: .end) }
      _ = try Flow(
        FlowChain("F") {
          a; SampleSteps.free("b")
        }, Any.self, String.self
      ).runAndWait()
    }
  }

  @Test("Each misuse of a chain traps with a sentence that explains it", arguments: Misuse.allCases)
  func says(misuse: Misuse) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [misuse] in
      try misuse.commit()
    }
    expectSaid(result, misuse.rawValue)
  }
}
