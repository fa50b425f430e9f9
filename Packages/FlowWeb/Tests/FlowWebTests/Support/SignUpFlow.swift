import FlowChains
import FlowDurable
import FlowForms
import FlowState
import Synchronization
import Testing
import WebTestSupport

struct Person: Codable, Sendable, Equatable { var name = "", email = "" }
struct Plan: Codable, Sendable, Equatable {
  enum Kind: String, Codable, Sendable, CaseIterable { case free, paid }
  var kind: Kind?
}
struct Note: Codable, Sendable, Equatable {
  var text: String?
  var days: [String] = []
}
struct Confirmed: Codable, Sendable {}
struct Charge: Codable, Sendable { var id: String }
struct Declined: Error {}

enum ThePerson: DurableKey { typealias Value = Person }
enum ThePlan: DurableKey { typealias Value = Plan }
enum TheNote: DurableKey { typealias Value = Note }
enum TheCharge: DurableKey { typealias Value = Charge }

/// The actions of the flow's steps, in their order.
final class Works: Sendable {
  private let log = Mutex<[String]>([])
  /// The steps that wait until they are let go.
  let held: Set<String>
  let failing: Set<String>
  private let gates: [String: AsyncSignal]

  init(holding held: Set<String> = [], failing: Set<String> = []) {
    self.held = held
    self.failing = failing
    gates = Dictionary(uniqueKeysWithValues: held.map { ($0, AsyncSignal()) })
  }

  var done: [String] { log.withLock { $0 } }

  func letGo(_ step: String) { gates[step]?.send() }

  func perform(_ step: String) async throws {
    try await gates[step]?.wait(orSay: "Step '\(step)' was not let go")
    if failing.contains(step) { throw Declined() }
    log.withLock { $0.append(step) }
  }
}

/// A sign-up: person → plan → charge → note → check → create.
func signUpFlow(
  _ works: Works = Works(), within limit: Duration? = nil, isChargeFinal: Bool = false
) throws -> DurableFlow<Any, String> {
  let person = FlowForm(Person(), "Who are you?") { field in
    field.text("name", \.name, "Your name").autocomplete(.name)
    field.email("email", \.email, "Email address").hint("For the receipt")
  }
  let plan = FlowForm(Plan(), "Which plan?") { field in
    field.choice("kind", \.kind, "Plan", isRequired: true)
  }
  let note = FlowForm(Note(), "Anything else?") { field in
    field.text("text", \.text, "Note", lines: 3)
    field.choices("days", \.days, "Days", options: [.init("mon", "Monday"), .init("fri", "Friday")])
  }
  var charge = FlowStepDeclaration(Plan.self, Charge.self, identifier: "charge") { _, visit in
    try await works.perform("charge")
    return Charge(id: visit.key)
  }
  .taking(ThePlan.self).keeping(TheCharge.self)
  .undoing { _, _ in try await works.perform("refund") }
  if isChargeFinal { charge = charge.final() }
  let create = FlowStepDeclaration(Person.self, Void.self, identifier: "create") { _, _ in
    try await works.perform("create")
  }
  .taking(ThePerson.self)
  let chain = FlowChain("sign-up") {
    FlowStepDeclaration.form(person, identifier: "person", within: limit).keeping(ThePerson.self)
      .checking { answer, _ in
        if answer.value.email == "taken@example.org" {
          throw AnswerRefused(["email": "Enter another email address. This one has an account."])
        }
      }
    FlowStepDeclaration.form(plan, identifier: "plan").keeping(ThePlan.self)
    charge
    FlowStepDeclaration.form(note, identifier: "note").keeping(TheNote.self)
    FlowStepDeclaration.form(FlowForm(Confirmed(), "Check your answers") { _ in }, identifier: "check").alwaysAsking()
    create
  }
  return try DurableFlow(
    chain, Any.self, String.self, keeping: ThePerson.self, ThePlan.self, TheNote.self, TheCharge.self
  ) { $0[ThePerson.self]?.name }
}
