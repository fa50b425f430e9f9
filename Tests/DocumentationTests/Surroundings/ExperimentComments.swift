import FlowExperiments
import FlowState

// Declarations that the comments and the page of FlowExperiments use.

enum FlowExperimentsPage {
  /// Asks a person, who is called Bo.
  @Sendable static func ask(_ question: String) async -> String {
    print(question)
    return question == "Name?" ? "Bo" : "bo@example.org"
  }

  /// Prints the variants that runs report.
  struct Exposures: FlowObserver {
    func receive(_ event: FlowEvent) {
      if case .variantExposed(let assignment) = event.kind { print("user: \(assignment)") }
    }
  }
}

enum ExclusiveGroupComments {
  static var signupOrder: Experiment { exampleExperiment("signup-order") }
  static var shortForm: Experiment { exampleExperiment("short-form") }
}

enum FlowVariantsComments {
  enum Summary: FlowContextKey<String> {}

  static var experiment: Experiment { exampleExperiment("signup-order") }
  static let user = "user-42"
  static let signup = exampleChain
  static let emailFirst = exampleChain
}

enum FlowVariants_FlowComments {
  enum Summary: FlowContextKey<String> {}

  static let user = "user-42"
  static var variants: FlowVariants {
    FlowVariants(
      exampleExperiment("signup-order"), ["control": exampleChain, "email-first": exampleChain])
  }
  static var group: ExclusiveGroup {
    get throws { try ExclusiveGroup("signup", members: [.init(exampleExperiment("signup-order"), share: 0.5)]) }
  }
}

enum ExperimentComments {
  static let country = ["user-42": "NL"]
}

enum VariantStoreComments {
  static var signupOrder: Experiment { exampleExperiment("signup-order") }
}

enum FlowVariantsErrorComments {
  static var variants: FlowVariants { FlowVariants(exampleExperiment("signup-order"), ["control": exampleChain]) }
  static let assignment = VariantAssignment(experiment: "signup-order", variant: "control", reason: .assigned)
}
