import FlowState
import FlowTerminal

/// The signup as data: its questions, and the orders in which it may ask them.
struct SignupFlow: Sendable {
  /// The questions, in the order that a signup has unless another one is asked for.
  let chain: FlowChain

  init(prompter: Prompter = Prompter()) {
    chain = FlowChain(identifier: "signup", SignupSteps(prompter: prompter).all)
  }

  /// The orders that are compared with each other.
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

  /// The flow that asks in the order of a chain.
  static func flow(_ chain: FlowChain) throws -> Flow<Any, SignupSummary> {
    try Flow(chain) { context in SignupSummary(context) }.reversible()
  }
}
