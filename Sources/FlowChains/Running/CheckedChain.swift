package import FlowState

/// A chain that was checked, to make many runs of it.
package struct CheckedChain: Sendable {
  package let chain: FlowChain
  let graph: ChainGraph

  /// Checks a chain.
  ///
  /// - Parameters:
  ///   - chain: The chain.
  ///   - content: The type of the runs' content.
  ///   - problems: Further problems of the chain.
  /// - Throws: A ``FlowChainError`` with every problem.
  package init<Content>(
    _ chain: FlowChain, startedWith content: Content.Type, and problems: [FlowProblem]
  ) throws(FlowChainError) {
    try chain.require(chain.validate() + chain.startProblems(Content.self) + problems)
    self.chain = chain
    graph = ChainGraph(chain)
  }
}

extension Flow<Any, Any> {
  /// Creates a flow whose one run is a part of a durable run.
  ///
  /// - Parameters:
  ///   - checked: The chain.
  ///   - part: The part.
  ///   - make: Makes the journal and the beginning of the part. Called on the run's queue.
  package init(
    _ checked: CheckedChain, _ part: DurablePart,
    make: @escaping @Sendable () -> (journal: any ChainJournal, beginning: ChainBeginning)
  ) {
    self.init(identifier: checked.chain.identifier, part) { scope in
      let (journal, beginning) = make()
      scope.record(in: journal)
      return ChainRun(checked.chain, checked.graph, in: scope.context, journal).begin(beginning)
    }
  }
}
