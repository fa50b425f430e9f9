import FlowState

/// The steps of a chain, made for one run.
///
/// Confined to the queue of the run.
struct ChainRun {
  let chain: FlowChain
  private let graph: ChainGraph
  let context: FlowContext
  private let isRehearsal: Bool
  let made: [MadeStep]
  /// Whether the run is durable.
  private let isDurable: Bool
  /// The journal of a durable run. Weak, because the run's `RunDurability` owns it, and releases it when the run ends.
  private(set) weak var journal: (any ChainJournal)?

  /// Makes the steps. A rehearsal follows a path that a test chooses. It doesn't refuse a step that leads elsewhere, because the
  /// test reports it.
  init(
    _ chain: FlowChain, _ graph: ChainGraph, in context: FlowContext, isRehearsal: Bool = false,
    _ journal: (any ChainJournal)? = nil
  ) {
    self.chain = chain
    self.graph = graph
    self.context = context
    self.isRehearsal = isRehearsal
    self.journal = journal
    isDurable = journal != nil
    made = chain.steps.map { step in
      let made = context.making(step.identifier) {
        // The journal of a durable run counts the attempts.
        journal == nil ? step.parts.makeAll(context) : step.parts.make(context)
      }
      if let content = step.parts.content { made.prepare { [unowned context] in content(context) } }
      made.step.isStop = step.isStop || made.step.isStop
      made.step.isFinal = step.isFinal || made.step.isFinal
      let durability = step.parts.durability
      if journal == nil, durability.undo != nil || durability.undoInterrupted != nil { made.undo(by: durability) }
      guard !isRehearsal else { return made }
      requireUse(!made.step.hasNext, AnyFlowStep.refusalToLink(step.identifier, "it was made with"))
      made.step.becomeDeclared()
      return made
    }
    Self.script?.follows(chain)
  }

  /// Connects the steps.
  ///
  /// - Parameters:
  ///   - content: The content that the run was started with.
  ///   - end: Receives the last result when the chain ends.
  /// - Returns: The first step.
  func start(with content: Any?, end: @escaping (Any?) -> Void) -> AnyFlowStep {
    connect(end)
    pass(content, to: 0)
    return made[0].step
  }

  func connect(_ end: @escaping (Any?) -> Void) {
    for (index, made) in made.enumerated() { connect(made, at: index, end) }
  }

  func connect(_ made: MadeStep, at index: Int, _ end: @escaping (Any?) -> Void) {
    made.listen { result in self.leave(index, of: made.step, with: result, end) }
    listenToFailures(of: index, made, end)
  }

  /// The script of the run whose closure executes, in a test.
  private static var script: (any ChainProbe)? { RunAtWork.script as? any ChainProbe }

  // MARK: Results

  /// Sets the next step of a step that has completed, by the route that its result chooses.
  private func leave(_ index: Int, of made: AnyFlowStep, with result: Any?, _ end: (Any?) -> Void) {
    let step = chain.steps[index]
    for keep in step.parts.keep { keep(context, result) }
    let edge = edge(from: index, with: result)
    Self.script?.took(edge.route, from: step.identifier)
    if goesBack(by: edge, from: step) {
      made.connect(to: nil)
      return RunAtWork.goBackSoon(orFail: step.identifier)
    }
    if isDurable { return made.connect(to: putGate(after: .result(result), of: index, edge)) }
    guard let next = edge.target else {
      made.connect(to: nil)
      return end(result)
    }
    pass(result, to: next, isAny: step.result == FlowValueType(of: Any.self))
    made.connect(to: self.made[next].step)
  }

  private func edge(from index: Int, with result: Any?) -> ChainGraph.Edge {
    let step = chain.steps[index]
    // Always ask the script, because it follows the path of the run.
    let scripted = Self.script?.route(from: step.identifier)
    guard let choose = step.parts.choose else {
      return graph.edges[index].first { $0.route.cause == .result } ?? graph.edges[index][0]
    }
    let own = choose(context, result)
    Self.script?.chose(own, from: step.identifier)
    let label = scripted ?? own
    guard let edge = graph.edges[index].first(where: { $0.route.label == label && $0.route.cause == .result }) else {
      trap(unknown(label, from: step) { $0.cause == .result })
    }
    return edge
  }

  /// Passes a result to a step, if the step takes it.
  func pass(_ result: Any?, to index: Int, isAny: Bool = true) {
    switch chain.steps[index].parts.source {
    case .previous: made[index].receive(result)
    case .anything: made[index].receive(isAny ? result : nil)
    case .own: break
    }
  }

  // MARK: Failures

  /// Replaces a step's failure route by one that also knows the routes of the declaration.
  private func listenToFailures(of index: Int, _ made: MadeStep, _ end: @escaping (Any?) -> Void) {
    let step = made.step
    let own = step.failureRoute
    let catches = chain.steps[index].routes.contains { $0.cause != .result }
    let retry = isDurable ? chain.steps[index].parts.retry : nil
    guard catches || own != nil || retry != nil else { return }
    if chain.steps[index].routes.contains(where: { $0.cause == .cancellation }) {
      made.step.failWhenCancelled()
    }
    step.failureRoute = { error in
      switch own?(error) {
      case .retry(let delay): return .retry(after: delay)
      case .goTo(let other):
        requireUse(isRehearsal, AnyFlowStep.refusalToLink(chain.steps[index].identifier, "its failure route chooses"))
        return .goTo(other)
      case .end:
        requireUse(isRehearsal, AnyFlowStep.refusalToLink(chain.steps[index].identifier, "its failure route chooses"))
        return .end
      case .fail, nil:
        if let retry, beginsAgain(after: error, retry) { return .end }
        return catches ? route(from: index, after: error, end) : .fail
      }
    }
  }

  private func route(from index: Int, after error: FlowError, _ end: (Any?) -> Void) -> FailureRoute {
    let step = chain.steps[index]
    let edges = graph.edges[index].filter { $0.route.cause != .result }
    let scripted = Self.script?.route(from: step.identifier)
    let chosen: String?
    if let scripted, edges.contains(where: { $0.route.label == scripted }) {
      chosen = scripted
    } else {
      chosen = step.parts.catches.lazy.compactMap { $0(error) }.first ?? step.parts.catchesAll
    }
    guard let label = chosen else { return .fail }
    guard let edge = edges.first(where: { $0.route.label == label }) else {
      trap(unknown(label, from: step) { $0.cause != .result })
    }
    Self.script?.took(edge.route, from: step.identifier)
    if goesBack(by: edge, from: step) {
      RunAtWork.goBackSoon()
      // Counts only if the run can't go back.
      return .fail
    }
    if isDurable { return .goTo(putGate(after: .failure(error), of: index, edge)) }
    guard let next = edge.target else {
      end(nil)
      return .end
    }
    pass(error, to: next, isAny: false)
    return .goTo(made[next].step)
  }

  // MARK: Going back

  /// Whether the run goes back by a route. A rehearsal ends there, unless its script plays the route.
  private func goesBack(by edge: ChainGraph.Edge, from step: DeclaredStep) -> Bool {
    edge.goesBack && (!isRehearsal || Self.script?.goesBack(by: edge.route, from: step.identifier) ?? false)
  }

  // MARK: Refusals

  private func unknown(_ label: String, from step: DeclaredStep, _ isOfKind: (FlowRoute) -> Bool) -> String {
    """
    Step '\(step.identifier)' chose the route '\(label)'; it declares: \
    \(step.routes.filter(isOfKind).compactMap(\.label).joined(separator: ", ")).
    """
  }
}
