import FlowDurable
import FlowState

/// The data that the signup's steps share. The steps are independent of each other. A repeated question offers the
/// previous answer, so the answers survive going back.
enum SignupName: DurableKey {
  typealias Value = String
  static let name = "name"
  static let survivesGoingBack = true
}

enum SignupEmail: DurableKey {
  typealias Value = String
  static let name = "email"
  static let survivesGoingBack = true
}

enum SignupAgreement: DurableKey {
  typealias Value = Bool
  static let name = "terms"
  static let survivesGoingBack = true
}

extension FlowContext {
  /// Whether any question of the signup has been answered.
  var hasSignupAnswer: Bool {
    self[SignupName.self] != nil || self[SignupEmail.self] != nil || self[SignupAgreement.self] != nil
  }
}

/// The answers of a signup.
struct SignupSummary: Equatable, Sendable, Codable {
  let name: String
  let email: String

  /// Creates the answers from the context. Returns nil if a question has not been answered or the terms were not
  /// accepted.
  init?(_ context: FlowContext) {
    guard let name = context[SignupName.self], let email = context[SignupEmail.self],
      context[SignupAgreement.self] == true
    else { return nil }
    self.name = name
    self.email = email
  }

  /// The summary as lines of text. The order of the questions does not affect it.
  var lines: [String] {
    ["Signed up", "  Name:  \(name)", "  Email: \(email)", "  Terms: agreed"]
  }
}
