// swift-format-ignore-file
// The code of Journeys.md, which 'FLOW_WRITE_DOCUMENTS=1 swift test --filter PackageCodeTests' in the root of the repository has written.
import Dispatch
import FlowChains
import FlowDurable
import FlowExperiments
import FlowForms
import FlowState
import FlowWeb
import FlowWebTesting
import Foundation
import Hummingbird
import Synchronization
import Testing
import UnixSignals
extension JourneysPage {
#sourceLocation(file: "Packages/FlowWeb/Journeys.md", line: 51)





struct Person: Codable, Sendable { var name = "", email = "" }
struct Plan: Codable, Sendable {
  enum Kind: String, Codable, CaseIterable, Sendable { case free, paid }
  var kind: Kind?
}
struct Payment: Codable, Sendable { var id: String }
struct Confirmation: Codable, Sendable {}

enum ThePerson: DurableKey { typealias Value = Person }
enum ThePlan: DurableKey { typealias Value = Plan }
enum ThePayment: DurableKey { typealias Value = Payment }

struct Bank: Sendable {
  var charge: @Sendable (_ visit: DurableVisit) async throws -> String
  var refund: @Sendable (_ id: String, _ visit: DurableVisit) async throws -> Void
}
#sourceLocation()
}
extension JourneysPage {
#sourceLocation(file: "Packages/FlowWeb/Journeys.md", line: 82)


static func planPage(free target: FlowRoute.Target) -> FlowStepDeclaration<Any, FormAnswer<Plan>> {
  let plan = FlowForm(Plan(), "Which plan?") { field in
    field.choice("kind", \.kind, "Plan", isRequired: true) { $0 == .free ? "Free" : "Paid, 20 euros a year" }
  }
  return .form(plan, identifier: "plan").keeping(ThePlan.self)
    .branching(["paid": .next, "free": target]) { $0?.value.kind == .free ? "free" : "paid" }
}

static func steps(_ bank: Bank) -> FlowChain {
  let person = FlowForm(Person(), "Who are you?") { field in
    field.text("name", \.name, "Your name").autocomplete(.name)
    field.email("email", \.email, "Email address").hint("We send the receipt there")
  }
  let charge = FlowStepDeclaration(Any.self, Payment.self, identifier: "charge") { _, visit in
    Payment(id: try await bank.charge(visit))
  }
  .keeping(ThePayment.self)
  .undoing { payment, visit in if let payment { try await bank.refund(payment.id, visit) } }

  return FlowChain("join") {
    FlowStepDeclaration.form(person, identifier: "person").keeping(ThePerson.self)
      .checking { answer, _ in
        if answer.value.email == "eve@example.org" {
          throw AnswerRefused(["email": "Enter another email address. This one has an account."])
        }
      }
    planPage(free: .step("check"))
    charge
    // A form without fields shows the answers so far, each with a link that changes it.
    FlowStepDeclaration.form(FlowForm(Confirmation(), "Check your answers") { _ in }, identifier: "check").alwaysAsking()
  }
}

static func joining(_ bank: Bank) throws -> DurableFlow<Any, String> {
  try DurableFlow(
    steps(bank), Any.self, String.self, keeping: ThePerson.self, ThePlan.self, ThePayment.self, undoing: .onCancel
  ) { $0[ThePerson.self]?.name }
}

static func pages(_ flow: DurableFlow<Any, String>, worker: FlowWorker) -> Pages<Any, String> {
  Pages(flow, worker: worker, at: "/join")
    .named("The club")
    .starting(PageText("Join the club", "You need your name and an email address."))
    .button("Join", at: "check")
    .ending { name in PageText("Welcome, \(name ?? "friend")") }
}
#sourceLocation()
}
extension JourneysPage {
static func block_0_2() async throws {
#sourceLocation(file: "Packages/FlowWeb/Journeys.md", line: 140)




let bank = Bank { visit in
  print("Charging, with the key \(visit.key)")
  try await Task.sleep(for: .seconds(2))
  return "payment of \(visit.key)"
} refund: { id, _ in
  print("Paid back: \(id)")
}
let flow = try joining(bank)
let worker = FlowWorker(try FileStore(at: "club.journal"), running: [flow])
let working = Task { try await worker.run() }
let router = Router()
pages(flow, worker: worker).add(to: router)
try await Application(serving: router, port: 8_080).runService()
try await use(bank, flow, worker, working, router)
}
#sourceLocation()
}
extension JourneysPage {
#sourceLocation(file: "Packages/FlowWeb/Journeys.md", line: 176)



static func planOrder() throws -> Experiment {
  try Experiment("plan order", variants: [.init("person first"), .init("plan first")])
}

static func joiningInTwoOrders(_ bank: Bank) throws -> DurableFlow<Any, String> {
  let personFirst = steps(bank)
  var planFirst = try personFirst.ordered(by: ["plan", "charge", "person", "check"])
  try planFirst.replace("plan", with: planPage(free: .step("person")))
  let orders = FlowVariants(try planOrder(), ["person first": personFirst, "plan first": planFirst])
  return try DurableFlow(
    orders, identifier: "join", Any.self, String.self, keeping: ThePerson.self, ThePlan.self, ThePayment.self,
    undoing: .onCancel
  ) { $0[ThePerson.self]?.name }
}

/// Draws the order of each journey, unless the caller names one.
static func inDrawnOrder(_ pages: Pages<Any, String>, variant: String? = nil) -> Pages<Any, String> {
  pages.assigning { _ in
    let order = try planOrder().assignment(for: UUID().uuidString, override: variant)
    print("A journey starts: \(order.variant)")
    return [order]
  }
}
#sourceLocation()
}
extension JourneysPage {
static func block_0_4() async throws {
#sourceLocation(file: "Packages/FlowWeb/Journeys.md", line: 207)
let flow = try joiningInTwoOrders(bank)
let worker = FlowWorker(try FileStore(at: "orders.journal"), running: [flow])
inDrawnOrder(pages(flow, worker: worker)).add(to: router)
try await use(flow, worker)
}
#sourceLocation()
}
extension JourneysPage {
#sourceLocation(file: "Packages/FlowWeb/Journeys.md", line: 229)



@Test("Nobody pays for nothing, whatever people do with tabs and Back, and when a server dies")
static func explored() async throws {
  let explorer = JourneyExplorer { stage in
    stage.answer("person", with: ["name": "Ada", "email": "ada@example.org"], ["email": "eve@example.org"])
    stage.answer("plan", with: ["kind": "paid"], ["kind": "free"])
    let bank = Bank { visit in
      stage.perform("charge", for: visit, mustBeUndone: true)
      return "p1"
    } refund: { _, visit in
      stage.undo("charge", for: visit)
    }
    let flow = try joining(bank)
    return pages(flow, worker: stage.worker(running: flow))
  }
  print(try await explorer.explore(actions: 2))
  try await explorer.explore(seeds: 0..<100, actions: 10)
}
#sourceLocation()
}

private func use<each Value>(_ values: repeat each Value) async throws {}
