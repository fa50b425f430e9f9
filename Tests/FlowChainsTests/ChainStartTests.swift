import FlowChains
import FlowState
import TestSupport
import Testing

/// Chains that start at a later step.
struct ChainStartTests {
  private enum Email: FlowContextKey<String> {}

  private func step(_ identifier: String) -> FlowStepDeclaration<Any, String> {
    FlowStepDeclaration(Any.self, String.self, identifier: identifier) { _ in identifier }
  }

  private var signUp: FlowChain {
    FlowChain("signup") {
      step("name")
      step("email").keeping(Email.self)
      FlowStepDeclaration(String.self, String.self, identifier: "confirm") { "sent to \($0 ?? "nobody")" }.taking(
        Email.self)
      step("thanks")
    }
  }

  @Test("A chain that starts at a step has the steps from there on")
  func laterSteps() async throws {
    let chain = try signUp.starting(at: "email")
    #expect(chain.steps.map(\.identifier) == ["email", "confirm", "thanks"])
    #expect(chain.validate() == [])
    #expect(try await Flow(chain, Any.self, String.self).run() == "thanks")
  }

  @Test("The validation names a value that the first page takes and nothing provides")
  func missingValue() throws {
    let chain = try signUp.starting(at: "confirm")
    #expect(
      chain.validate().map(\.description) == [
        "Step 'confirm' takes the value of 'Email', but it comes first, so no step has provided one."
      ])
    #expect(throws: FlowChainError.self) { try Flow(chain, Any.self, String.self) }
  }

  @Test("A flow around it provides the value")
  func around() async throws {
    let inner = try Flow(try signUp.starting(at: "confirm").assuming(Email.self), Any.self) { context in
      context[Email.self].map { "for \($0)" }
    }
    let link = Flow(String.self, String.self, identifier: "link") { scope in
      let open = FlowStep(Any.self, Any.self, identifier: "open") { [unowned scope] step in
        step.context[Email.self] = scope.content
        return nil
      }
      let page = FlowStep(inner)
      open.nextStep = page
      page.setCompletion { [unowned scope] _, result in scope.result = result }
      return open
    }
    #expect(try await link.run("bo@example.org") == "for bo@example.org")
  }

  @Test("A route to a step before the start keeps that step, and the ways stay the same")
  func turned() throws {
    let chain = FlowChain("F") {
      step("load")
      step("menu")
      step("edit").branching(["again": .step("menu"), "on": .next]) { _ in "on" }
      step("save")
    }
    let linked = try chain.starting(at: "edit")
    #expect(linked.steps.map(\.identifier) == ["edit", "save", "menu"])
    #expect(linked.validate() == [])
    #expect(
      linked.paths(visitsPerStep: 2).map(\.description) == [
        "edit –again→ menu → edit –on→ save → end", "edit –on→ save → end",
      ])
  }

  @Test("An unknown step is refused, with the steps that exist")
  func unknown() {
    #expect {
      try signUp.starting(at: "card")
    } throws: { error in
      "\(error)"
        == "Flow 'signup': The call names the unknown step 'card'; known steps are: name, email, confirm, thanks."
    }
  }
}
