extension FlowChain {
  /// Returns a chain that starts at one of the steps, for a link that opens the page of this step.
  ///
  /// The chain has the steps that a way from there leads to, and going back doesn't lead before the first one. What an earlier step
  /// would have provided is missing: ``validate()`` names each value of the context that a step takes and that nothing provides, and a
  /// `Flow` of the chain must start with the content that the first step takes. Let a flow around it set the values, and declare them
  /// with ``assuming(_:)``:
  ///
  /// ```swift
  /// let linked = try chain.starting(at: "terms").assuming(Name.self)
  /// ```
  ///
  /// - Parameter identifier: The name of the step.
  /// - Returns: The chain. The step is the first one.
  /// - Throws: A ``FlowChainError`` if the chain has no step with this name.
  public func starting(at identifier: String) throws(FlowChainError) -> FlowChain {
    guard let start = index(of: identifier) else {
      let problem = FlowProblem.unknownStep(identifier, at: .request, known: names)
      throw FlowChainError(chain: self.identifier, problems: [problem])
    }
    let names = names
    let ways = ChainGraph(self).edges.map { $0.compactMap(\.target) }
    let reached = ChainGraph.reachable(from: [start], by: ways)
    // A route to an earlier step leads back to before the start, so the order no longer says what is next.
    let isTurned = reached[..<start].contains(true)
    var chain = self
    chain.list = ChainSteps(
      (Array(start..<steps.count) + Array(0..<start)).filter { reached[$0] }.map { index in
        isTurned
          ? steps[index].routed(onwardsTo: index + 1 < names.count ? .step(names[index + 1]) : .end) : steps[index]
      })
    return chain
  }
}

extension DeclaredStep {
  /// Returns the step with another target in place of the next step in the order.
  fileprivate func routed(onwardsTo target: FlowRoute.Target) -> DeclaredStep {
    var parts = parts
    parts.routes = routes.map { $0.target == .next ? FlowRoute($0.label, to: target, after: $0.cause) : $0 }
    return DeclaredStep(parts)
  }
}
