import FlowChains
import FlowDurable
import FlowForms
import FlowState
import FlowWeb
import Foundation
import Hummingbird
import Logging
import Synchronization

#if Postgres
  import FlowPostgres
#endif

/// The sign-up that is measured: four pages with fields, a page with the answers, and an account.
enum MeasuredSignUp {
  struct Person: Codable, Sendable { var name = "", email = "" }
  struct Plan: Codable, Sendable {
    enum Kind: String, Codable, Sendable, CaseIterable { case basic, gold, free }
    var kind: Kind?
  }
  struct Home: Codable, Sendable { var street = "", city = "" }
  struct Note: Codable, Sendable { var text: String? }
  struct Confirmation: Codable, Sendable {}
  /// What the last step has: all answers.
  struct Account: Codable, Sendable { var name = "", plan = "", street = "", text = "" }

  enum ThePerson: DurableKey { typealias Value = Person }
  enum ThePlan: DurableKey { typealias Value = Plan }
  enum TheHome: DurableKey { typealias Value = Home }
  enum TheNote: DurableKey { typealias Value = Note }

  private static let person = FlowForm(Person(), "Who are you?") { field in
    field.text("name", \.name, "Your name").autocomplete(.name)
    field.email("email", \.email, "Email address")
  }

  /// Creates a flow in memory, which shows the first form.
  ///
  /// - Returns: The flow.
  /// - Throws: A `FlowChainError` if the steps don't fit.
  static func screens() throws -> Flow<Any, String> {
    let chain = FlowChain("screens") {
      FlowStepDeclaration.form(person, identifier: "person").keeping(ThePerson.self)
    }
    return try Flow(chain, Any.self, String.self) { context in context[ThePerson.self]?.name }
  }

  /// Creates the flow.
  ///
  /// - Parameter create: Creates the account.
  /// - Returns: The flow.
  /// - Throws: A `FlowChainError` if the steps don't fit.
  static func flow(_ create: @escaping @Sendable () -> Void) throws -> DurableFlow<Any, Account> {
    let plan = FlowForm(Plan(), "Which plan?") { field in field.choice("kind", \.kind, "Plan", isRequired: true) }
    let home = FlowForm(Home(), "Where do you live?") { field in
      field.text("street", \.street, "Street and number")
      field.text("city", \.city, "Town or city")
    }
    let note = FlowForm(Note(), "Anything else?") { field in field.text("text", \.text, "Note", lines: 3) }
    let account = FlowStepDeclaration(Person.self, Void.self, identifier: "account") { _, _ in create() }
      .taking(ThePerson.self)
    let chain = FlowChain("sign-up") {
      FlowStepDeclaration.form(person, identifier: "person").keeping(ThePerson.self)
      FlowStepDeclaration.form(plan, identifier: "plan").keeping(ThePlan.self)
      FlowStepDeclaration.form(home, identifier: "home").keeping(TheHome.self)
      FlowStepDeclaration.form(note, identifier: "note").keeping(TheNote.self)
      FlowStepDeclaration.form(FlowForm(Confirmation(), "Check your answers") { _ in }, identifier: "check")
        .alwaysAsking()
      account
    }
    return try DurableFlow(
      chain, Any.self, Account.self, keeping: ThePerson.self, ThePlan.self, TheHome.self, TheNote.self
    ) { context in
      Account(
        name: context[ThePerson.self]?.name ?? "", plan: context[ThePlan.self]?.kind?.rawValue ?? "",
        street: context[TheHome.self]?.street ?? "", text: context[TheNote.self]?.text ?? "")
    }
  }
}

/// A server with the pages of the sign-up.
enum SignUpServer {
  static func run(port: Int, at place: String) async throws {
    let store = try await open(place)
    let made = Atomic(0)
    let flow = try MeasuredSignUp.flow { made.add(1, ordering: .relaxed) }
    let worker = FlowWorker(store, running: [flow], name: "benchmark", keepingEnded: .seconds(600))
    let working = Task { try await worker.run() }
    let router = Router()
    Pages(flow, worker: worker, at: "/sign-up").named("The shop")
      .ending { account in
        let account = account ?? MeasuredSignUp.Account()
        return PageText(
          "Welcome", "name=\(account.name);", "plan=\(account.plan);", "street=\(account.street);",
          "text=\(account.text);")
      }
      .add(to: router)
    Screens(try MeasuredSignUp.screens(), at: "/screens").limited(toSessions: 1_000_000).add(to: router)
    router.get("/made") { _, _ in "\(made.load(ordering: .relaxed))" }
    var logger = Logger(label: "benchmark")
    logger.logLevel = .critical
    let application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: port), serverName: nil),
      logger: logger)
    try await application.runService()
    await worker.stop()
    try await working.value
  }

  private static func open(_ place: String) async throws -> any FlowStore {
    guard place.hasPrefix("postgresql:") else { return try FileStore(at: place) }
    #if Postgres
      return try await PostgresStore(place)
    #else
      throw Fault(sentence: "This program was built without PostgreSQL.")
    #endif
  }
}

/// A reason why nothing could be measured.
struct Fault: Error, CustomStringConvertible {
  let sentence: String
  var description: String { sentence }
}
