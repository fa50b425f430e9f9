import FlowChains
import FlowControl
import FlowDurable
import FlowExperiments
import FlowState
import FlowTerminal

/// The signup as data: its questions and their possible orders.
struct SignupFlow: Sendable {
  /// The questions, in the default order.
  let chain: FlowChain

  init(prompter: Prompter = Prompter()) {
    self.init(.once(prompter))
  }

  private init(_ asking: SignupSteps.Asking) {
    let steps = SignupSteps(asking: asking)
    chain = FlowChain("signup") {
      steps.name
      steps.email
      steps.terms
    }
  }

  /// The orders to compare.
  func variants() throws -> FlowVariants {
    try FlowVariants(
      Experiment(
        "signup-order",
        variants: [.init("name-first", weight: 2), .init("email-first", weight: 1), .init("terms-first", weight: 1)]),
      [
        "name-first": chain, "email-first": chain.ordered(by: ["email", "name", "terms"]),
        "terms-first": chain.ordered(by: ["terms", "name", "email"]),
      ])
  }

  /// Returns the signup as a durable flow. Its order is that of the variant assigned to a run.
  static func durable(asking terminal: DurableTerminal) throws -> DurableFlow<Any, SignupSummary> {
    try DurableFlow(
      SignupFlow(.durably(terminal)).variants(), identifier: "signup", keeping: SignupName.self, SignupEmail.self,
      SignupAgreement.self
    ) { context in SignupSummary(context) }
  }

  /// Returns the flow that asks the questions of a chain in order.
  static func flow(_ chain: FlowChain) throws -> Flow<Any, SignupSummary> {
    try Flow(chain) { context in SignupSummary(context) }.reversible()
  }
}
