public import Dispatch

extension Flow {
  /// Makes a flow of a chain; its result is made of what the steps have left in the run's context.
  ///
  /// - Parameters:
  ///   - chain: The steps and their order. What the flow is started with is the first step's content, unless that needs none.
  ///   - content: The type of what a run is started with; `Any.self` for nothing.
  ///   - result: The type of what a run yields.
  ///   - queue: The serial queue on which every run executes. Without one each run has its own, on the global pool.
  ///   - summary: Makes the result when the chain has come to its end, on the run's queue.
  /// - Throws: ``FlowChainError`` with all that is wrong with the chain.
  public init(
    _ chain: FlowChain, _ content: Content.Type = Content.self, _ result: Result.Type = Result.self,
    on queue: DispatchQueue? = nil, result summary: @escaping @Sendable (_ context: FlowContext) -> Result?
  ) throws(FlowChainError) {
    try chain.check(startedWith: Content.self)
    self.init(identifier: chain.identifier, on: queue) { scope in
      scope.summary = { [unowned scope] in summary(scope.context) }
      return ChainRun(chain, in: scope.context).start(with: scope.content) { _ in }
    }
  }

  /// Makes a flow of a chain; its result is that of the step at which it ends.
  ///
  /// - Parameters:
  ///   - chain: The steps and their order. What the flow is started with is the first step's content, unless that needs none.
  ///   - content: The type of what a run is started with; `Any.self` for nothing.
  ///   - result: The type of what a run yields, and every step at which it may end.
  ///   - queue: The serial queue on which every run executes. Without one each run has its own, on the global pool.
  /// - Throws: ``FlowChainError`` with all that is wrong with the chain.
  public init(
    _ chain: FlowChain, _ content: Content.Type = Content.self, _ result: Result.Type = Result.self,
    on queue: DispatchQueue? = nil
  ) throws(FlowChainError) {
    try chain.check(startedWith: Content.self, yielding: Result.self)
    self.init(identifier: chain.identifier, on: queue) { scope in
      ChainRun(chain, in: scope.context).start(with: scope.content) { [unowned scope] result in
        scope.result = result.flatMap { $0 as? Result }
      }
    }
  }
}

extension Flow<Any, Any> {
  /// Makes a flow to try a chain out: of no types in particular, and without a result.
  ///
  /// - Parameter chain: The steps and their order.
  /// - Throws: ``FlowChainError`` with all that is wrong with the chain.
  package init(rehearsing chain: FlowChain) throws(FlowChainError) {
    try chain.require(chain.validate())
    self.init(identifier: chain.identifier) { scope in
      ChainRun(chain, in: scope.context).start(with: nil) { _ in }
    }
  }
}

extension FlowChain {
  /// Throws everything that keeps a flow of these types from being made of the chain.
  fileprivate func check<Content>(startedWith content: Content.Type) throws(FlowChainError) {
    try require(validate() + startProblems(Content.self))
  }

  fileprivate func check<Content, Result>(
    startedWith content: Content.Type, yielding result: Result.Type
  ) throws(FlowChainError) {
    let expected = FlowValueType(of: Result.self)
    let ends = steps.indices.filter { index in
      steps[index].result != expected && steps[index].routes.contains { destination(of: $0, from: index) == nil }
    }
    try require(
      validate() + startProblems(Content.self)
        + ends.map { .endMismatch(steps[$0].identifier, yields: steps[$0].result, expected: expected) })
  }

  private func startProblems<Content>(_ content: Content.Type) -> [FlowProblem] {
    let given = FlowValueType(of: Content.self)
    guard let first = steps.first, let takes = first.content, takes != given else { return [] }
    return [.startMismatch(first.identifier, takes: takes, given: given)]
  }

  fileprivate func require(_ problems: [FlowProblem]) throws(FlowChainError) {
    if !problems.isEmpty { throw FlowChainError(chain: identifier, problems: problems) }
  }
}
