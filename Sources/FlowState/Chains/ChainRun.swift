/// The steps of a chain, made for one run and linked.
///
/// Confined to the queue of the run.
struct ChainRun {
  private let chain: FlowChain
  private let made: [MadeStep]

  init(_ chain: FlowChain, in context: FlowContext) {
    self.chain = chain
    made = chain.steps.map { $0.make(context) }
  }

  /// Links the steps.
  ///
  /// - Parameters:
  ///   - content: What the run was started with.
  ///   - end: Hears of the last result when the chain comes to its end.
  /// - Returns: The first step.
  func start(with content: Any?, end: @escaping (Any?) -> Void) -> AnyFlowStep {
    for index in made.indices {
      made[index].listen { result in self.leave(index, with: result, end) }
    }
    if chain.steps[0].content != nil { made[0].receive(content) }
    return made[0].step
  }

  /// A step has completed: the route that its result chooses decides what comes next.
  private func leave(_ index: Int, with result: Any?, _ end: (Any?) -> Void) {
    let step = chain.steps[index]
    guard let next = chain.destination(of: route(from: step, with: result), from: index) else {
      made[index].step.nextStep = nil
      return end(result)
    }
    if chain.steps[next].content != nil { made[next].receive(result) }
    made[index].step.nextStep = made[next].step
  }

  private func route(from step: DeclaredStep, with result: Any?) -> FlowRoute {
    // A script is asked in any case, because it follows the way that the run takes.
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
