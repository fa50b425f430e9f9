public import Dispatch
public import FlowState

extension Flow {
  /// Creates a flow from a chain. The flow makes its result from the run's context.
  ///
  /// - Parameters:
  ///   - chain: The steps and their order. The first step receives the flow's content, unless it takes none.
  ///   - content: The type of the run's content; `Any.self` if there is no content.
  ///   - result: The type of the run's result.
  ///   - queue: The serial queue on which every run executes. If nil, the turns of each run execute on the global pool, one at a time.
  ///   - summary: Makes the result when the chain has ended. Called on the run's queue.
  /// - Throws: A ``FlowChainError`` with every problem of the chain.
  public init(
    _ chain: FlowChain, _ content: Content.Type = Content.self, _ result: Result.Type = Result.self,
    on queue: DispatchQueue? = nil, result summary: @escaping @Sendable (_ context: FlowContext) -> Result?
  ) throws(FlowChainError) {
    try chain.check(startedWith: Content.self)
    let graph = ChainGraph(chain)
    self.init(identifier: chain.identifier, on: queue) { scope in
      scope.summarize { [unowned scope] in summary(scope.context) }
      return ChainRun(chain, graph, in: scope.context).start(with: scope.content) { _ in }
    }
    self = goingBack(as: chain)
  }

  /// Creates a flow from a chain. The flow's result is the result of the step at which the chain ends.
  ///
  /// - Parameters:
  ///   - chain: The steps and their order. The first step receives the flow's content, unless it takes none.
  ///   - content: The type of the run's content; `Any.self` if there is no content.
  ///   - result: The type of the run's result. It must fit the result of every step at which the chain can end; `Any.self` and
  ///     `Void.self` fit every result. A chain that ends after a failure yields no result.
  ///   - queue: The serial queue on which every run executes. If nil, the turns of each run execute on the global pool, one at a time.
  /// - Throws: A ``FlowChainError`` with every problem of the chain.
  public init(
    _ chain: FlowChain, _ content: Content.Type = Content.self, _ result: Result.Type = Result.self,
    on queue: DispatchQueue? = nil
  ) throws(FlowChainError) {
    try chain.check(startedWith: Content.self, yielding: Result.self)
    let graph = ChainGraph(chain)
    self.init(identifier: chain.identifier, on: queue) { scope in
      ChainRun(chain, graph, in: scope.context).start(with: scope.content) { [unowned scope] result in
        scope.result = result.flatMap { $0 as? Result ?? () as? Result }
      }
    }
    self = goingBack(as: chain)
  }

  /// Returns a copy of the flow that undoes its visits if a step of the chain says how, and is reversible if a route goes back.
  private func goingBack(as chain: FlowChain) -> Flow {
    let flow = chain.isUndone ? undoing(.all) : self
    return chain.goesBack ? flow.reversible() : flow
  }
}

extension Flow<Any, Any> {
  /// Creates an untyped flow without a result, to try out a chain.
  ///
  /// - Parameter chain: The steps and their order.
  /// - Throws: A ``FlowChainError`` with every problem of the chain.
  package init(rehearsing chain: FlowChain) throws(FlowChainError) {
    try chain.require(chain.validate())
    let graph = ChainGraph(chain)
    self.init(identifier: chain.identifier) { scope in
      ChainRun(chain, graph, in: scope.context, isRehearsal: true).start(with: nil) { _ in }
    }
  }
}

extension FlowChain {
  /// Whether a step says how its visits are undone.
  fileprivate var isUndone: Bool {
    steps.contains { $0.durability.undo != nil || $0.parts.durability.undoInterrupted != nil }
  }

  /// Whether a route goes back.
  fileprivate var goesBack: Bool {
    steps.contains { step in step.routes.contains { $0.target == .back } }
  }

  /// Throws every problem that prevents a flow with these types.
  fileprivate func check<Content>(startedWith content: Content.Type) throws(FlowChainError) {
    try require(validate() + startProblems(Content.self))
  }

  fileprivate func check<Content, Result>(
    startedWith content: Content.Type, yielding result: Result.Type
  ) throws(FlowChainError) {
    let expected = FlowValueType(of: Result.self)
    let graph = ChainGraph(self)
    let ends = steps.indices.filter { index in
      Result.self != Void.self && !expected.accepts(steps[index].result)
        && graph.edges[index].contains { $0.target == nil && !$0.goesBack && $0.route.cause == .result }
    }
    try require(
      validate() + startProblems(Content.self)
        + ends.map { .endMismatch(steps[$0].identifier, yields: steps[$0].result, expected: expected) })
  }

  func startProblems<Content>(_ content: Content.Type) -> [FlowProblem] {
    let given = FlowValueType(of: Content.self)
    guard let first = steps.first, let takes = first.content, !takes.accepts(given) else { return [] }
    return [.startMismatch(first.identifier, takes: takes, given: given)]
  }

  /// Throws the problems that prevent a flow.
  func require(_ problems: [FlowProblem]) throws(FlowChainError) {
    let problems = problems.filter(\.preventsFlow)
    if !problems.isEmpty { throw FlowChainError(chain: identifier, problems: problems) }
  }
}
