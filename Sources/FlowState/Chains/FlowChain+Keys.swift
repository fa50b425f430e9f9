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
        guard ways[index] != nil, step.requires.contains(where: { $0 == key }) else { continue }
        problems[index].append(.missingValue(key.name, of: step.identifier, way: way(to: index, ways)))
      }
    }
    return problems.flatMap { $0 }
  }

  /// The arrival at a step of a path that doesn't provide a value.
  private struct Arrival {
    /// The step before; nil for the first step of the chain.
    let before: Int?
    /// The number of steps before.
    let length: Int
    /// The names of the first steps of the path.
    let beginning: [String]
  }

  /// The number of steps at the beginning and at the end of a long path that a problem contains.
  private static let shownEnd = 3
  /// The length of a path from which a problem doesn't contain all of its steps.
  private static let longWay = 9

  /// Returns, for each step, the arrival of the shortest path on which no step has provided a value; nil if there is no
  /// such path. A step that fails provides nothing.
  private func waysWithout(_ key: any FlowContextKey.Type, _ graph: ChainGraph) -> [Arrival?] {
    let isProvider = steps.map { step in step.provides.contains { $0 == key } }
    var arrivals = [Arrival?](repeating: nil, count: steps.count)
    arrivals[0] = Arrival(before: nil, length: 0, beginning: [])
    var open = [0]
    var next = 0
    while next < open.count {
      let index = open[next]
      next += 1
      guard let arrival = arrivals[index] else { continue }
      // Arrays share their storage, so a long way costs no more than a short one.
      let isShort = arrival.length < Self.shownEnd
      let beginning = isShort ? arrival.beginning + [steps[index].identifier] : arrival.beginning
      for edge in graph.edges[index] {
        guard let target = edge.target, arrivals[target] == nil else { continue }
        if isProvider[index], edge.route.cause == .result { continue }
        arrivals[target] = Arrival(before: index, length: arrival.length + 1, beginning: beginning)
        open.append(target)
      }
    }
    return arrivals
  }

  /// Returns the names of the steps on a path, without the last one. A long path has only its first and last ones, because a chain
  /// can have as many problems as steps.
  private func way(to index: Int, _ arrivals: [Arrival?]) -> [String] {
    guard let arrival = arrivals[index] else { return [] }
    let isLong = arrival.length >= Self.longWay
    var way: [String] = []
    var place = arrival.before
    while let before = place, !isLong || way.count < Self.shownEnd {
      way.append(steps[before].identifier)
      place = arrivals[before]?.before
    }
    return (isLong ? arrival.beginning + ["…"] : []) + way.reversed()
  }
}
