import FlowChains
import FlowDurable
import FlowForms
import FlowJSON
import FlowState
import FlowWeb
import FlowWebTesting
import Foundation

struct Person: Codable, Sendable { var name = "" }
struct Ticket: Codable, Sendable {
  enum Kind: String, Codable, Sendable, CaseIterable { case full, child }
  var kind: Kind?
}
struct Confirmed: Codable, Sendable {}

enum ThePerson: DurableKey { typealias Value = Person }

/// A short journey: person → charge → check.
struct ShortFlow: Sendable {
  /// The names that a person enters. The flow refuses Eve, and the form the longest one.
  var names = ["Ada", "Bob", "Eve", "Bernadette"]
  /// The time limit of the first page.
  var limit: Duration?
  /// Whether the charge has another key each time.
  var forgetsKey = false
  /// Whether going back leaves the charge as it is.
  var forgetsUndo = false

  func flow(_ stage: JourneyStage) throws -> DurableFlow<Any, String> {
    let person = FlowForm(Person(), "Who are you?") { field in field.text("name", \.name, "Your name").limit(8) }
    var charge = FlowStepDeclaration(Person.self, Void.self, identifier: "charge") { [forgetsKey] _, visit in
      stage.perform("charge", for: visit, key: forgetsKey ? UUID().uuidString : nil, mustBeUndone: true)
    }
    .taking(ThePerson.self)
    if !forgetsUndo { charge = charge.undoing { _, visit in stage.undo("charge", for: visit) } }
    let pay = charge
    let chain = FlowChain("sign-up") {
      FlowStepDeclaration.form(person, identifier: "person", within: limit).keeping(ThePerson.self)
        .checking { answer, _ in
          if answer.value.name == "Eve" { throw AnswerRefused(["name": "Enter another name."]) }
        }
      pay
      FlowStepDeclaration.form(FlowForm(Confirmed(), "Check your answers") { _ in }, identifier: "check").alwaysAsking()
    }
    return try DurableFlow(chain, Any.self, String.self, keeping: ThePerson.self) { $0[ThePerson.self]?.name }
  }

  func pages(
    _ stage: JourneyStage, on store: (any FlowStore)? = nil
  ) throws -> Pages<Any, String> {
    let flow = try flow(stage)
    for name in names { stage.answer("person", with: ["name": name]) }
    return Pages(flow, worker: stage.worker(running: flow, on: store), at: "/sign-up").keyed(by: secret)
  }
}

/// A journey whose second answer is checked against the first one: guest → ticket → check.
struct TicketFlow: Sendable {
  /// Whether an answer that is kept after a change isn't checked again.
  var forgetsKept = false

  func pages(_ stage: JourneyStage) throws -> Pages<Any, String> {
    let guest = FlowForm(Person(), "Who comes?") { field in field.text("name", \.name, "Name") }
    let ticket = FlowForm(Ticket(), "Which ticket?") { field in field.choice("kind", \.kind, "Kind", isRequired: true) }
    let step = FlowStepDeclaration.form(ticket, identifier: "ticket")
    let checked = step.checking { answer, values in
      if answer.value.kind == .child, try values[ThePerson.self]?.name == "Adult" {
        throw AnswerRefused(["kind": "Choose another ticket."])
      }
    }
    let ticketStep = forgetsKept ? step : checked
    let chain = FlowChain("tickets") {
      FlowStepDeclaration.form(guest, identifier: "guest").keeping(ThePerson.self)
      ticketStep
      FlowStepDeclaration.form(FlowForm(Confirmed(), "Check your answers") { _ in }, identifier: "check").alwaysAsking()
    }
    let flow = try DurableFlow(chain, Any.self, String.self, keeping: ThePerson.self) { $0[ThePerson.self]?.name }
    stage.answer("guest", with: ["name": "Child"], ["name": "Adult"])
    stage.answer("ticket", with: ["kind": "child"], ["kind": "full"])
    stage.require { report in
      report.journeys.contains {
        $0.open == "check" && $0.answers["guest"] == ["name": "Adult"] && $0.answers["ticket"] == ["kind": "child"]
      } ? "An adult has a ticket of a child." : nil
    }
    return Pages(flow, worker: stage.worker(running: flow), at: "/tickets").keyed(by: secret)
  }
}
