import FlowState

extension FlowChain {
  /// Returns every problem of the chain.
  ///
  /// Most problems prevent a `Flow`; see ``FlowProblem/preventsFlow``. The others are ways on which going back doesn't lead to a stop.
  /// They are reported if a step is declared as a ``DeclaredStep/isStop``:
  /// - ``FlowProblem/noStopBefore(route:of:way:)``: A route goes back, and on a way to it there is no stop to go back to.
  /// - ``FlowProblem/noStop(way:)``: A way from the first step to the end, after results only, has no stop.
  ///
  /// - Returns: The problems, in the order of the steps. If there are none, you can create a flow from the chain.
  public func validate() -> [FlowProblem] {
    guard !steps.isEmpty else { return [.noSteps] }
    let graph = ChainGraph(self)
    return namingProblems + routeProblems(graph) + typeProblems(graph) + wayProblems(graph) + keyProblems(graph)
      + stopProblems(graph)
  }

  /// The steps without a name, and the names that several steps have.
  var namingProblems: [FlowProblem] {
    let places = Dictionary(grouping: steps.indices) { steps[$0].identifier }
    return steps.enumerated().compactMap { index, step in
      guard step.identifier.contains(where: { !$0.isWhitespace }) else {
        return .missingIdentifier(position: index + 1)
      }
      guard let all = places[step.identifier], all.count > 1, all[0] == index else { return nil }
      return .duplicateIdentifier(step.identifier, positions: all.map { $0 + 1 })
    }
  }

  private func routeProblems(_ graph: ChainGraph) -> [FlowProblem] {
    let known = names
    return steps.enumerated().flatMap { index, step -> [FlowProblem] in
      if !step.routes.contains(where: { $0.cause == .result }) { return [.noRoutes(step.identifier)] }
      var labels: Set<String> = []
      var repeated: Set<String> = []
      var problems: [FlowProblem] = []
      for edge in graph.edges[index] {
        if let label = edge.route.label, !labels.insert(label).inserted, repeated.insert(label).inserted {
          problems.append(.duplicateRoute(label, from: step.identifier))
        }
        if edge.isBroken, case .step(let target) = edge.route.target {
          let place = FlowProblem.Place.route(from: step.identifier, label: edge.route.label)
          problems.append(.unknownStep(target, at: place, known: known))
        }
      }
      return problems
        + step.parts.unrouted.map { .missingRoute($0.label, of: $0.enumeration, from: step.identifier) }
    }
  }

  private func typeProblems(_ graph: ChainGraph) -> [FlowProblem] {
    let failure = FlowValueType(of: FlowError.self)
    var problems: [FlowProblem] = []
    for (index, step) in steps.enumerated() {
      var reported: Set<[Int]> = []
      for edge in graph.edges[index] {
        guard let place = edge.target, let takes = steps[place].content else { continue }
        let isFailure = edge.route.cause != .result
        guard !takes.accepts(isFailure ? failure : step.result), reported.insert([place, isFailure ? 1 : 0]).inserted
        else {
          continue
        }
        let target = steps[place].identifier
        problems.append(
          isFailure
            ? .failureMismatch(from: step.identifier, to: target, takes: takes)
            : .typeMismatch(from: step.identifier, yields: step.result, to: target, takes: takes))
      }
    }
    return problems
  }

  /// The steps that no path reaches, and the steps from which no path leads to the end.
  private func wayProblems(_ graph: ChainGraph) -> [FlowProblem] {
    let ways = graph.edges.map { $0.compactMap(\.target) }
    let reached = ChainGraph.reachable(from: [0], by: ways)
    let unreachable = steps.indices.filter { !reached[$0] }.map { FlowProblem.unreachable(steps[$0].identifier) }
    let leaving = graph.leaving
    // The steps from which no path leads to the end. Those that lead to each other are one problem.
    let trapped = ways.indices.map { index in
      reached[index] && !leaving[index] ? ways[index].filter { reached[$0] && !leaving[$0] } : []
    }
    let circles = ChainCircles.find(by: trapped)
    return unreachable + circles.map { .noWayOut($0.map { steps[$0].identifier }) }
  }
}
