// swift-format-ignore-file
// The code of README.md, which 'FLOW_WRITE_DOCUMENTS=1 swift test --filter PackageCodeTests' in the root of the repository has written.
import Dispatch
import FlowChains
import FlowDocuments
import FlowDurable
import FlowExperiments
import FlowForms
import FlowScreens
import FlowState
import FlowWeb
import FlowWebTesting
import Foundation
import Hummingbird
import StepKit
import Synchronization
import UnixSignals
extension READMEPage {
static func block_0_0() async throws {
#sourceLocation(file: "Packages/FlowWeb/README.md", line: 35)







struct Person: Codable, Sendable { var name = "", email = "" }
struct Confirmation: Codable, Sendable {}
enum ThePerson: DurableKey { typealias Value = Person }

let person = FlowForm(Person(), "Who are you?") { field in
  field.text("name", \.name, "Your name").autocomplete(.name)
  field.email("email", \.email, "Email address").hint("We send the receipt there")
}
let chain = FlowChain("sign-up") {
  FlowStepDeclaration.form(person, identifier: "person").keeping(ThePerson.self)
  // A form without fields shows the answers so far, each with a link that changes it.
  FlowStepDeclaration.form(FlowForm(Confirmation(), "Check your answers") { _ in }, identifier: "check").alwaysAsking()
}
let signUp = try DurableFlow(chain, Any.self, String.self, keeping: ThePerson.self) { $0[ThePerson.self]?.name }

let worker = FlowWorker(try FileStore(at: "shop.journal"), running: [signUp])
let working = Task { try await worker.run() }
let router = Router()
Pages(signUp, worker: worker, at: "/sign-up")
  .named("The shop")
  .starting(PageText("Sign up", "You need your name and an email address."))
  .ending { name in PageText("Welcome, \(name ?? "friend")") }
  .add(to: router)
try await Application(serving: router, port: 8_080).runService()
try await use(person, chain, signUp, worker, working, router)
}
#sourceLocation()
}
extension READMEPage {
static func block_0_1() async throws {
#sourceLocation(file: "Packages/FlowWeb/README.md", line: 168)









struct Charge: Codable, Sendable { var cents: Int }
struct Payment: Codable, Sendable { var id: String }

var registry = FlowRegistry()
registry.step("charge", Charge.self, Payment.self) { charge, visit in
  Payment(id: try await bank.charge(charge.cents, key: visit.key))
}
let document = try FlowDocument(parsing: Data(contentsOf: URL(filePath: "tickets.json")), for: registry)
let flow = try document.durableFlow()

let worker = FlowWorker(try FileStore(at: "tickets.journal"), running: [flow])
let working = Task { try await worker.run() }
let router = Router()
Pages(flow, worker: worker, at: "/tickets")
  .named("The theatre", language: document.languages.first ?? "en")
  .speaking { document.language(of: $0) }
  .assigning { request in
    var assignments: [VariantAssignment] = []
    if let experiment = document.variants()?.experiment {
      assignments.append(try experiment.assignment(for: UUID().uuidString))
    }
    if let language = document.language(accepting: request.headers[.acceptLanguage] ?? "") {
      assignments.append(document.reading(in: language))
    }
    return assignments
  }
  .keepingFiles(in: FileFolder("tickets.files"))
  .add(to: router)
try await Application(serving: router, port: 8_080).runService()
try await use(registry, document, flow, worker, working, router)
}
#sourceLocation()
}
extension READMEPage {
static func block_0_2() async throws {
#sourceLocation(file: "Packages/FlowWeb/README.md", line: 218)






let recipe = Flow(Any.self, [Step].self, identifier: "recipe") { scope in
  let cook = FlowStep(
    identifier: "cook", presenting: { StepFlowScreen(for: $0, title: "Doughnuts") }, on: scope.context.presenter)
  cook.content = steps
  cook.setCompletion { _, steps in scope.result = steps }
  return cook
}
Screens(recipe, at: "/recipe")
  .named("The kitchen")
  .images(from: ["images.example.org"])
  .limited(toSessions: 1_000, idle: .seconds(1_800))
  .ending { steps in PageText(steps == nil ? "Another time" : "Enjoy your doughnuts") }
  .add(to: router)
try await use(recipe)
}
#sourceLocation()
}
extension READMEPage {
static func block_0_3() async throws {
#sourceLocation(file: "Packages/FlowWeb/README.md", line: 264)


let explorer = JourneyExplorer { stage in
  stage.answer("person", with: ["name": "Ada", "email": "ada@example.org"], ["name": "Bob", "email": "bob@example.org"])
  stage.require { report in
    report.effects("charge").count > report.journeys.count ? "Somebody paid twice." : nil
  }
  let signUp = try signUpFlow { visit in stage.perform("charge", for: visit, mustBeUndone: true) }
  return Pages(signUp, worker: stage.worker(running: signUp), at: "/sign-up")
}
print(try await explorer.explore(actions: 3))               // all sequences of at most 3 actions
try await explorer.explore(seeds: 0..<50, actions: 10)      // random ones
try await explorer.explore(killingAtEachByteOf: "A start, A send 1")
try await use(explorer)
}
#sourceLocation()
}

private func use<each Value>(_ values: repeat each Value) async throws {}
