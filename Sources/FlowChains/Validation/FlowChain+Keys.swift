import FlowState

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
      let isProvider = steps.map { step in step.provides.contains { $0 == key } }
      // A step that fails provides nothing.
      let ways = ChainWays(steps, graph) { index, edge in !isProvider[index] || edge.route.cause != .result }
      for (index, step) in steps.enumerated() where step.requires.contains(where: { $0 == key }) {
        guard let way = ways.names(to: index) else { continue }
        problems[index].append(.missingValue(key.name, of: step.identifier, way: way))
      }
    }
    return problems.flatMap { $0 }
  }
}
