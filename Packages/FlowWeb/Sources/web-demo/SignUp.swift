import FlowDurable
import FlowExperiments
import FlowForms
import FlowState

/// A person who signs up.
struct Person: Codable, Sendable {
  var name = ""
  var email = ""
  var born: FormDate?
}

/// What a person agrees to.
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
  /// - Throws: A `FlowVariantsError` or a `FlowChainError` if the steps don't fit.
  static func flow() throws -> DurableFlow<Any, String> {
    let variants = FlowVariants(
      try experiment(),
      [
        "person first": chain, "terms first": try chain.ordered(by: ["terms", "person", "check", "create"]),
      ])
    return try DurableFlow(variants, identifier: "sign-up", Any.self, String.self, keeping: ThePerson.self) {
      $0[ThePerson.self]?.name
    }
  }

  private static var chain: FlowChain {
    let create = FlowStepDeclaration(Person.self, Void.self, identifier: "create") { _, _ in
      try await Task.sleep(for: .milliseconds(700))
    }
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
