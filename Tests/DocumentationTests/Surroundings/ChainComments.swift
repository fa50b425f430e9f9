import FlowState
import FlowTerminal

// What the comments of Sources/FlowState/Chains and Variants take for granted.

enum DeclaredStepComments {
  static let chain = exampleChain
}

enum FlowChainComments {
  enum Name: FlowContextKey { typealias Value = String }
  enum Email: FlowContextKey { typealias Value = String }
  struct Account {
    let name: String?
    let email: String?
  }

  static let name = exampleDeclaration("name", Any.self, String.self)
  static let email = exampleDeclaration("email", Any.self, String.self)
  static let terms = exampleDeclaration("terms", Any.self, Bool.self)
}

enum FlowOverlayComments {
  static let chain = exampleChain
  static let run = exampleFlow(Any.self, Any.self).start()
}

enum FlowPathComments {
  static let chain = exampleChain
}

enum FlowProblemComments {
  enum Summary: FlowContextKey { typealias Value = String }

  static let chain = exampleChain
}

enum FlowStepDeclarationComments {
  enum Email: FlowContextKey { typealias Value = String }
  enum Answer { case edit, quit }

  static let prompter = Prompter()
  static let ask = exampleDeclaration("menu", Any.self, Answer.self)
}

enum FlowStepOrderComments {
  static let askName = exampleDeclaration("name", Any.self, String.self)
  static let lookUp = exampleDeclaration("number", String.self, Int.self)
  static let greet = exampleDeclaration("greeting", Int.self, String.self)
}

enum ExclusiveGroupComments {
  static var signupOrder: Experiment { exampleExperiment("signup-order") }
  static var shortForm: Experiment { exampleExperiment("short-form") }
}

enum FlowVariantsComments {
  enum Summary: FlowContextKey { typealias Value = String }

  static var experiment: Experiment { exampleExperiment("signup-order") }
  static let user = "user-42"
  static let signup = exampleChain
  static let emailFirst = exampleChain
}

enum FlowVariantsErrorComments {
  static var variants: FlowVariants { FlowVariants(exampleExperiment("signup-order"), ["control": exampleChain]) }
  static let assignment = VariantAssignment(experiment: "signup-order", variant: "control", reason: .assigned)
}

enum VariantAssignmentComments {
  static var signupOrder: Experiment { exampleExperiment("signup-order") }
}
