extension FlowChain {
  /// The steps that can take a value from the context before a step has provided it.
  func keyProblems(_ graph: ChainGraph) -> [FlowProblem] {
    let assumed = Set(assumes.map { ObjectIdentifier($0) })
    var wanted: [any FlowContextKey.Type] = []
    var seen = assumed
    for step in steps {
      for key in step.requires where seen.insert(ObjectIdentifier(key)).inserted { wanted.append(key) }
    }
    var problems: [[FlowProblem]] = Array(repeating: [], count: steps.count)
    for key in wanted {
      let ways = waysWithout(key, graph)
      for (index, step) in steps.enumerated() {
        guard ways[index] != .unreached, step.requires.contains(where: { $0 == key }) else { continue }
        problems[index].append(.missingValue(key.name, of: step.identifier, way: way(to: index, ways)))
      }
    }
    return problems.flatMap { $0 }
  }

  /// How a path that doesn't provide a value arrives at a step.
  private enum Arrival: Equatable {
    case unreached
    case first
    case from(Int)
  }

  /// Returns how the shortest path on which no step has provided a value arrives at each step. A step that fails provides
  /// nothing.
  private func waysWithout(_ key: any FlowContextKey.Type, _ graph: ChainGraph) -> [Arrival] {
    let isProvider = steps.map { step in step.provides.contains { $0 == key } }
    var arrivals = Array(repeating: Arrival.unreached, count: steps.count)
    arrivals[0] = .first
    var open = [0]
    var next = 0
    while next < open.count {
      let index = open[next]
      next += 1
      for edge in graph.edges[index] {
        guard let target = edge.target, arrivals[target] == .unreached else { continue }
        if isProvider[index], edge.route.cause == .result { continue }
        arrivals[target] = .from(index)
        open.append(target)
      }
    }
    return arrivals
  }

  /// Returns the names of the steps on a path, without the last one.
  private func way(to index: Int, _ arrivals: [Arrival]) -> [String] {
    var way: [String] = []
    var place = index
    while case .from(let before) = arrivals[place] {
      way.append(steps[before].identifier)
      place = before
    }
    return way.reversed()
  }
}
