extension FlowChain {
  /// The ways without a stop, if some steps are declared as stops: those to a route back, and those to the end of the flow after
  /// results.
  ///
  /// A chain without declared stops has no such problems. Its runs go back by one step, or its steps are stops when they run.
  func stopProblems(_ graph: ChainGraph) -> [FlowProblem] {
    guard steps.contains(where: \.isStop) else { return [] }
    let waysToRoutes = ChainWays(steps, graph) { index, _ in !steps[index].isStop }
    let waysToTheEnd = ChainWays(steps, graph) { index, edge in !steps[index].isStop && edge.route.cause == .result }
    return steps.enumerated().flatMap { index, step in
      let routesBack = graph.edges[index].filter(\.goesBack).compactMap { edge in
        waysToRoutes.names(to: index).map {
          FlowProblem.noStopBefore(route: edge.route.label, of: step.identifier, way: $0)
        }
      }
      guard !step.isStop, graph.edges[index].contains(where: \.endsAfterResult), let way = waysToTheEnd.names(to: index)
      else {
        return routesBack
      }
      return routesBack + [.noStop(way: way + [step.identifier])]
    }
  }
}

extension ChainGraph.Edge {
  /// Whether the flow ends by the route after a result.
  fileprivate var endsAfterResult: Bool { target == nil && !goesBack && !isBroken && route.cause == .result }
}
