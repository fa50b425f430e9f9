import FlowChains
import FlowState
import Testing

/// The ways of a chain that have no stop.
struct ChainStopTests {
  private func step(_ identifier: String) -> FlowStepDeclaration<Any, String> {
    FlowStepDeclaration(Any.self, String.self, identifier: identifier) { _ in identifier }
  }

  private func fork(_ identifier: String, _ target: FlowRoute.Target) -> FlowStepDeclaration<Any, String> {
    step(identifier).branching(["on": .next, "off": target]) { _ in "on" }
  }

  private func problems(@FlowChainBuilder _ steps: () -> [DeclaredStep]) -> [String] {
    FlowChain("F") { steps() }.validate().map(\.description)
  }

  @Test("A chain without stops has no problems with going back")
  func withoutStops() {
    #expect(
      problems {
        fork("a", .back)
        fork("b", .step("d"))
        step("c")
        fork("d", .back)
      } == [])
  }

  @Test("A chain that begins with a stop has no problems with going back")
  func stopFirst() {
    #expect(
      problems {
        fork("a", .step("c")).stop()
        step("b")
        fork("c", .back)
      } == [])
  }

  @Test("A way to the end that passes no stop is a problem")
  func wayWithoutStop() {
    let problems = problems {
      fork("a", .step("c"))
      step("b").stop()
      step("c")
    }
    #expect(
      problems == [
        "No stop is on the way a → c → end, although the flow has stops; going back on it leads to the step before."
      ])
  }

  @Test("A way to the end after a failure needs no stop, because nobody was asked before")
  func failure() {
    #expect(
      problems {
        step("load").catching(.failure, to: .step("apology"))
        step("page").branching(["on": .end]) { _ in "on" }.stop()
        step("apology")
      } == [])
  }

  @Test("A route back that no stop precedes on some way is a problem, with the way")
  func routeBack() {
    let problems = problems {
      fork("a", .step("c"))
      step("b").stop()
      fork("c", .back)
      step("d").catching(.failure, to: .back)
      step("e").stop()
    }
    #expect(
      problems == [
        "The route 'off' of step 'c' goes back, but no stop precedes the step on the way a → c.",
        "The route 'failure' of step 'd' goes back, but no stop precedes the step on the way a → c → d.",
      ])
  }

  @Test("A route back from the first step is a problem, also if the step is a stop")
  func firstStep() {
    #expect(
      problems { fork("a", .back).stop() } == [
        "The route 'off' of step 'a' goes back, but the step comes first, so no stop precedes it."
      ])
  }

  @Test("A way without a stop doesn't prevent a flow")
  func preventsNothing() async throws {
    let chain = FlowChain("F") {
      fork("a", .step("c"))
      step("b").stop()
      step("c")
    }
    #expect(chain.validate().count == 1)
    #expect(chain.validate().allSatisfy { !$0.preventsFlow })
    #expect(FlowProblem.noSteps.preventsFlow)
    #expect(try await Flow(chain, Any.self, String.self).run() == "c")
  }
}
