/// A part of a durable run: from its beginning, or from where it was set aside, until it ends or is set aside.
package struct ChainPart: Sendable {
  /// The number of the run in its store.
  package var number: Int
  /// The number of steps that the earlier parts of the run have started.
  package var visits = 0
  /// Whether the run has begun before.
  package var isResumed = false
  /// Whether the part only undoes a visit, so that its beginning and its end aren't events.
  package var isSilent = false
  /// Makes the journal and the beginning of the part. Called on the run's queue.
  package let make: @Sendable () -> (journal: any ChainJournal, beginning: ChainBeginning)

  package init(
    number: Int, make: @escaping @Sendable () -> (journal: any ChainJournal, beginning: ChainBeginning)
  ) {
    self.number = number
    self.make = make
  }
}

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
  package init(_ checked: CheckedChain, _ part: ChainPart) {
    self.init(identifier: checked.chain.identifier) { scope in
      guard let run = scope.run, let durability = run.durability else {
        trap("A part of a durable run was started as a flow of its own.")
      }
      let (journal, beginning) = part.make()
      durability.journal = journal
      return ChainRun(checked.chain, checked.graph, in: run.context, journal).begin(beginning)
    }
    self.part = part
  }
}
