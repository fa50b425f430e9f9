import FlowState
import FlowTerminal

/// The signup as data: its questions, and the orders in which it may ask them.
struct SignupFlow: Sendable {
  /// The questions, in the order that a signup has unless another one is asked for.
  let chain: FlowChain

  init(prompter: Prompter = Prompter()) {
    chain = FlowChain(identifier: "signup", SignupSteps(prompter: prompter).all)
  }

  /// The chain that the command line asks for.
  func chain(order: String?) throws -> FlowChain {
    guard let order else { return chain }
    let names = order.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed }
    do {
      return try chain.ordered(by: names)
    } catch {
      let expected = "each of \(chain.steps.map(\.identifier).joined(separator: ", ")) once"
      throw UsageError.invalidValue(option: "order", value: order, expected: expected)
    }
  }

  /// The flow that asks in the order of a chain.
  static func flow(_ chain: FlowChain) throws -> Flow<Any, SignupSummary> {
    try Flow(chain) { context in SignupSummary(context) }.reversible()
  }
}
