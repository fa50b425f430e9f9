import FlowChains
import FlowDurable
import FlowExperiments
import FlowForms
import FlowState
import FlowWeb
import FlowWebTesting
import Testing

/// Journeys in which an explorer could see a bug that isn't there.
@Suite("Correct journeys")
struct CorrectJourneyTests {
  private static let person = FlowForm(Person(), "Who are you?") { $0.text("name", \.name, "Your name") }
  private static let check = FlowStepDeclaration.form(
    FlowForm(Confirmed(), "Check your answers") { _ in }, identifier: "check"
  ).alwaysAsking()

  @Test("A wait that ends within the lease of a server that dies may lead on")
  func leases() async throws {
    let explorer = JourneyExplorer { stage in
      let chain = FlowChain("wait") {
        FlowStepDeclaration.form(Self.person, identifier: "person")
        FlowStepDeclaration.waiting(.seconds(1), identifier: "pause")
        Self.check
      }
      let flow = try DurableFlow(chain, Any.self, String.self) { _ in "done" }
      stage.answer("person", with: ["name": "Ada"])
      return Pages(flow, worker: stage.worker(running: flow), at: "/wait").keyed(by: secret)
    }
    try await explorer.replay("A start, A send 1, kill")
    try await explorer.replay("A start, B start, A send 1, B die 0 0")
  }

  @Test("Variants may have other forms at one step", arguments: ["name", "address"])
  func variants(variant: String) async throws {
    let explorer = JourneyExplorer { stage in
      let address = FlowForm(Card(), "Where do you live?") { $0.text("number", \.number, "House") }
      let chains = [
        "name": FlowChain("one") {
          FlowStepDeclaration.form(Self.person, identifier: "person")
          Self.check
        },
        "address": FlowChain("one") {
          FlowStepDeclaration.form(address, identifier: "person")
          Self.check
        },
      ]
      let experiment = try Experiment("question", variants: [.init("name"), .init("address")])
      let flow = try DurableFlow(FlowVariants(experiment, chains), identifier: "one", Any.self, String.self) { _ in
        "done"
      }
      let assignment = try experiment.assignment(for: "a test", override: variant)
      stage.answer("person", with: variant == "name" ? ["name": "Ada"] : ["number": "10"])
      return Pages(flow, worker: stage.worker(running: flow), at: "/one").keyed(by: secret).assigning { _ in
        [assignment]
      }
    }
    try await explorer.explore(actions: 3, limit: 400)
  }

  @Test("A page that can't be changed may show the lines of a text by themselves")
  func lines() async throws {
    let explorer = JourneyExplorer { stage in
      let text = FlowForm(Person(), "Your letter") { $0.text("name", \.name, "Text", lines: 3) }
      let chain = FlowChain("letter") {
        FlowStepDeclaration.form(text, identifier: "letter")
        FlowStepDeclaration(Any.self, Void.self, identifier: "post") { _, _ in }.final()
        Self.check
      }
      let flow = try DurableFlow(chain, Any.self, String.self) { _ in "done" }
      stage.answer("letter", with: ["name": "Dear Ada"], ["name": "Dear Bob,\nhow are you?"])
      return Pages(flow, worker: stage.worker(running: flow), at: "/letter").keyed(by: secret)
    }
    try await explorer.replay("A start, A send 1, A back, A send 2")
  }
}
