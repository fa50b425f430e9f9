/// The steps of a chain, made for one run.
///
/// Confined to the queue of the run.
struct ChainRun {
  private let chain: FlowChain
  private let made: [MadeStep]

  init(_ chain: FlowChain, in context: FlowContext) {
    self.chain = chain
    made = chain.steps.map { $0.make(context) }
    CurrentThread.run?.probes?.script?.follows(chain)
  }

  /// Connects the steps.
  ///
  /// - Parameters:
  ///   - content: The content that the run was started with.
  ///   - end: Receives the last result when the chain ends.
  /// - Returns: The first step.
  func start(with content: Any?, end: @escaping (Any?) -> Void) -> AnyFlowStep {
    for index in made.indices {
      made[index].listen { result in self.leave(index, with: result, end) }
    }
    if chain.steps[0].content != nil { made[0].receive(content) }
    return made[0].step
  }

  /// Sets the next step of a step that has completed, by the route that its result chooses.
  private func leave(_ index: Int, with result: Any?, _ end: (Any?) -> Void) {
    let step = chain.steps[index]
    let route = route(from: step, with: result)
    if let probes = CurrentThread.run?.probes { probes.script?.took(route, from: step.identifier) }
    guard let next = chain.destination(of: route, from: index) else {
      made[index].step.nextStep = nil
      return end(result)
    }
    if chain.steps[next].content != nil { made[next].receive(result) }
    made[index].step.nextStep = made[next].step
  }

  private func route(from step: DeclaredStep, with result: Any?) -> FlowRoute {
    // Always ask the script, because it follows the path of the run.
    let scripted = CurrentThread.run?.probes?.script?.route(from: step.identifier)
    guard let choose = step.choose else { return step.routes[0] }
    let label = scripted ?? choose(result)
    guard let route = step.routes.first(where: { $0.label == label }) else {
      trap(
        """
        Step '\(step.identifier)' chose the route '\(label)'; it declares: \
        \(step.routes.compactMap(\.label).joined(separator: ", ")).
        """)
    }
    return route
  }
}
