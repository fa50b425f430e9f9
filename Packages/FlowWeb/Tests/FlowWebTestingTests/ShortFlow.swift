import FlowDurable
import FlowForms
import FlowState
import FlowWeb
import FlowWebTesting

struct Person: Codable, Sendable { var name = "" }
struct Plan: Codable, Sendable {
  enum Kind: String, Codable, Sendable, CaseIterable { case free, paid }
  var kind: Kind?
}
struct Confirmed: Codable, Sendable {}

enum ThePerson: DurableKey { typealias Value = Person }
enum ThePlan: DurableKey { typealias Value = Plan }

/// A short journey: person → charge → check.
struct ShortFlow: Sendable {
  var limit: Duration?

  func flow(_ stage: JourneyStage) throws -> DurableFlow<Any, String> {
    let person = FlowForm(Person(), "Who are you?") { field in field.text("name", \.name, "Your name") }
    let charge = FlowStepDeclaration(Person.self, Void.self, identifier: "charge") { _, visit in
      stage.perform("charge", for: visit, mustBeUndone: true)
    }
    .taking(ThePerson.self)
    .undoing { _, visit in stage.undo("charge", for: visit) }
    let chain = FlowChain("sign-up") {
      FlowStepDeclaration.form(person, identifier: "person", within: limit).keeping(ThePerson.self)
      charge
      FlowStepDeclaration.form(FlowForm(Confirmed(), "Check your answers") { _ in }, identifier: "check").alwaysAsking()
    }
    return try DurableFlow(chain, Any.self, String.self, keeping: ThePerson.self) { $0[ThePerson.self]?.name }
  }

  func pages(_ stage: JourneyStage) throws -> Pages<Any, String> {
    let flow = try flow(stage)
    stage.answer("person", with: ["name": "Ada"], ["name": "Bob"])
    return Pages(flow, worker: stage.worker(running: flow), at: "/sign-up").keyed(by: "a secret of all servers of the shop")
  }
}
