import FlowChains
import FlowDurable
import FlowForms
import FlowState
import FlowStateTesting
import FlowWeb
import FlowWebTesting
import Testing

/// Explorers report work that doesn't end, and don't wait for it for ever.
@Suite("Work that doesn't end")
struct EndlessWorkTests {
  /// A journey of one form and a step of the program.
  private static func pages(_ stage: JourneyStage, _ step: FlowStepDeclaration<Any, String>) throws -> Pages<
    Any, String
  > {
    let person = FlowForm(Person(), "Who are you?") { $0.text("name", \.name, "Your name") }
    let chain = FlowChain("one") {
      FlowStepDeclaration.form(person, identifier: "person")
      step
    }
    let flow = try DurableFlow(chain, Any.self, String.self) { _ in "done" }
    stage.answer("person", with: ["name": "Ada"])
    return Pages(flow, worker: stage.worker(running: flow), at: "/one").keyed(by: secret)
  }

  @Test("Steps that follow one another in a circle are found")
  func circle() async {
    let explorer = JourneyExplorer { stage in
      try Self.pages(
        stage,
        FlowStepDeclaration(identifier: "again") { _ in "again" }.branching(["again": .step("again"), "on": .end]) {
          $0 ?? "again"
        }
      )
    }
    let failure = await #expect(throws: JourneyFailure.self) { try await explorer.explore(actions: 2) }
    #expect(failure?.rule == .endless)
    #expect(failure?.actions.map(\.description) == ["A start", "A send 1"])
    #expect(failure?.sentence == "The work of the steps doesn't end: after 5000 records in a row, it continues.")
  }

  @Test("A step that never ends is found after the time that the test gives it")
  func sleeper() async {
    let clock = ManualClock()
    let explorer = JourneyExplorer(patience: .seconds(60), timed: clock) { stage in
      try Self.pages(
        stage,
        FlowStepDeclaration(identifier: "wait") { _ in
          clock.advance(by: .seconds(60))
          await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
          return "done"
        })
    }
    let failure = await #expect(throws: JourneyFailure.self) { try await explorer.replay("A start, A send 1") }
    #expect(failure?.rule == .endless)
    #expect(failure?.sentence == "The work of the steps doesn't end within 60.0 seconds.")
    #expect(failure?.lines.last == "'A send 1' isn't over.")
  }
}
