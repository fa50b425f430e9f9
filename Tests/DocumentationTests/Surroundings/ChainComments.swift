import FlowChains
import FlowExperiments
import FlowState
import FlowTerminal
import Foundation

// Declarations that the comments of Sources/FlowState/Chains need.

enum DeclaredStepComments {
  static let chain = exampleChain
}

enum FlowChainComments {
  enum Name: FlowContextKey<String> {}
  enum Email: FlowContextKey<String> {}
  struct Account {
    let name: String?
    let email: String?
  }

  static let name = exampleDeclaration("name", Any.self, String.self)
  static let email = exampleDeclaration("email", Any.self, String.self)
  static let terms = exampleDeclaration("terms", Any.self, Bool.self)
}

enum FlowChain_StartingComments {
  enum Name: FlowContextKey<String> {}

  static let chain = FlowChain("sign up") { FlowChainComments.terms }
}

enum FlowPathComments {
  static let chain = exampleChain
}

enum FlowProblemComments {
  enum Summary: FlowContextKey<String> {}

  static let chain = exampleChain
}

struct Order: Sendable {
  var cents = 0
}

struct Payment: Sendable {}

struct Declined: Error {}

struct Bank: Sendable {
  func charge(_ cents: Int) async throws -> Payment { Payment() }
  func charge(_ cents: Int, key: String) async throws -> Payment { Payment() }
  func refund(_ payment: Payment) async throws {}
}

enum FlowStepDeclarationComments {
  enum Email: FlowContextKey<String> {}
  enum TheOrder: FlowContextKey<Order> {}
  enum ThePayment: FlowContextKey<Payment> {}

  static let prompter = Prompter()
  static let bank = Bank()
}

enum FlowStepDeclaration_ContextComments {
  enum Total: FlowContextKey<Int> {}
  enum RequestKey: FlowContextKey<String> {}

  static let bank = Bank()
}

enum FlowStepDeclaration_GoingBackComments {
  struct Address: Sendable {}
  struct Hotel: Sendable {
    func release(_ room: Int) async throws {}
  }

  static let hotel = Hotel()
  static let reserve = exampleDeclaration("reserve", Any.self, Int.self)

  static func readAddress() async -> Address? { nil }
}

enum FlowStepDeclaration_AsyncComments {
  struct Menu: Sendable {}

  struct Server: Sendable {
    func menu() async throws -> Menu { Menu() }
  }

  static let bank = Bank()
  static let server = Server()
}

enum FlowStepDeclaration_RoutesComments {
  enum Answer { case edit, quit }

  static let ask = exampleDeclaration("menu", Any.self, Answer.self)
  static let charge = exampleDeclaration("charge", Any.self, Payment.self)
  static let look = exampleDeclaration("look", Any.self, String.self)
}

enum FlowChainBuilderComments {
  static let name = exampleDeclaration("name", Any.self, String.self)
  static let email = exampleDeclaration("email", Any.self, String.self)
  static let terms = exampleDeclaration("terms", Any.self, Bool.self)
  static let asksForTerms = true
}

enum FlowStepOrderComments {
  static let askName = exampleDeclaration("name", Any.self, String.self)
  static let lookUp = exampleDeclaration("number", String.self, Int.self)
  static let greet = exampleDeclaration("greeting", Int.self, String.self)
}

enum FlowChainVariantsComments {
  static var variants: some FlowChainVariants {
    FlowVariants(exampleExperiment("signup-order"), ["control": exampleChain, "email-first": exampleChain])
  }
}
