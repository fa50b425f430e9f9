import FlowChains
import FlowDurable
import FlowExperiments
import FlowForms
import FlowState
import FlowWeb
import Foundation

/// A person who signs up.
struct Person: Codable, Sendable {
  var name = ""
  var email = ""
  var born: FormDate?
}

/// The terms that a person agrees to.
struct Terms: Codable, Sendable {
  var isAccepted = false
  var wantsLetters = false
}

/// A page without fields, on which a person confirms the answers.
struct Confirmation: Codable, Sendable {}

enum ThePerson: DurableKey { typealias Value = Person }

/// The sign-up of a shop: who, terms, check, and an account that takes a moment to create.
enum SignUp {
  static let person = FlowForm(Person(), "Who are you?") { field in
    field.text("name", \.name, "Your name").autocomplete(.name)
    field.email("email", \.email, "Email address").hint("We send a letter there, and nobody else gets it.")
    field.date("born", \.born, "Date of birth").autocomplete(.birthday)
  }

  static let terms = FlowForm(Terms(), "What you agree to") { field in
    field.toggle("terms", \.isAccepted, "I accept the terms") { $0 ? nil : "Accept the terms to sign up." }
    field.toggle("letters", \.wantsLetters, "Send me a letter each month")
  }

  static let check = FlowForm(Confirmation(), "Check your answers") { _ in }

  /// The experiment: does it matter which question comes first?
  ///
  /// - Throws: An `ExperimentError` if it has no variants.
  static func experiment() throws -> Experiment {
    try Experiment("sign-up order", variants: [.init("person first"), .init("terms first")])
  }

  /// Creates the flow, in the orders of the experiment.
  ///
  /// - Parameter create: Creates an account. By default, it takes a moment.
  /// - Returns: The flow.
  /// - Throws: A `FlowVariantsError` or a `FlowChainError` if the steps don't fit.
  static func flow(
    creating create: @escaping @Sendable (_ visit: DurableVisit) async throws -> Void = { _ in
      try await Task.sleep(for: .milliseconds(700))
    }
  ) throws -> DurableFlow<Any, String> {
    let chain = chain(create)
    let variants = FlowVariants(
      try experiment(),
      [
        "person first": chain, "terms first": try chain.ordered(by: ["terms", "person", "check", "create"]),
      ])
    return try DurableFlow(variants, identifier: "sign-up", Any.self, String.self, keeping: ThePerson.self) {
      $0[ThePerson.self]?.name
    }
  }

  /// Creates the pages of the flow.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - worker: The worker that runs it.
  ///   - variant: The order of each journey; nil if it is drawn.
  /// - Returns: The pages.
  /// - Throws: An `ExperimentError` if there is no such order.
  static func pages(
    _ flow: DurableFlow<Any, String>, worker: FlowWorker, in variant: String? = nil
  ) throws -> Pages<Any, String> {
    let experiment = try experiment()
    return Pages(flow, worker: worker, at: "/sign-up").named("The shop")
      .starting(PageText("Sign up", "You need your name and an email address. It takes a minute."))
      .button("Create the account", at: "check")
      .assigning { _ in [try experiment.assignment(for: UUID().uuidString, override: variant)] }
      .ending { name in PageText("Welcome, \(name ?? "friend")", "Your account is ready.") }
  }

  private static func chain(_ work: @escaping @Sendable (DurableVisit) async throws -> Void) -> FlowChain {
    let create = FlowStepDeclaration(Person.self, Void.self, identifier: "create") { _, visit in try await work(visit) }
      .taking(ThePerson.self)
    return FlowChain("sign-up") {
      FlowStepDeclaration.form(person, identifier: "person").keeping(ThePerson.self)
        .checking { answer, _ in
          if answer.value.email.hasSuffix("@example.com") {
            throw AnswerRefused(["email": "Enter another email address. This one has an account."])
          }
        }
      FlowStepDeclaration.form(terms, identifier: "terms")
      FlowStepDeclaration.form(check, identifier: "check").alwaysAsking()
      create
    }
  }
}
