import FlowState

/// What the signup's steps share; none of them knows the others.
enum SignupName: FlowContextKey {
  typealias Value = ProfileName
  static var name: String { "name" }
}

enum SignupEmail: FlowContextKey {
  typealias Value = EmailAddress
  static var name: String { "email" }
}

enum SignupAgreement: FlowContextKey {
  typealias Value = Bool
  static var name: String { "terms" }
}

/// Everything that a signup asks for.
struct SignupSummary: Equatable, Sendable {
  let name: ProfileName
  let email: EmailAddress

  /// What the steps have left in the context; nil if one of them got no answer, or the terms were not agreed to.
  init?(_ context: FlowContext) {
    guard let name = context[SignupName.self], let email = context[SignupEmail.self],
      context[SignupAgreement.self] == true
    else { return nil }
    self.name = name
    self.email = email
  }

  /// The summary as lines of text, the same whatever the order of the questions was.
  var lines: [String] {
    ["Signed up", "  Name:  \(name.text)", "  Email: \(email.text)", "  Terms: agreed"]
  }
}
