/// The routes of a chain with their targets looked up.
package struct ChainGraph: Sendable {
  /// A route from one step to another, or to the end.
  package struct Edge: Sendable {
    package let route: FlowRoute
    /// The index of the step that the route leads to; nil for the end, for going back, and for an unknown name.
    package let target: Int?
    /// Whether the route goes back.
    package var goesBack: Bool { route.target == .back }
    /// Whether the route names a step that the chain doesn't have.
    let isBroken: Bool
  }

  /// The routes of each step, in order.
  package let edges: [[Edge]]

  package init(_ chain: FlowChain) {
    let places = Dictionary(
      chain.steps.indices.map { (chain.steps[$0].identifier, $0) }, uniquingKeysWith: { first, _ in first })
    edges = chain.steps.indices.map { index in
      chain.steps[index].routes.map { route in
        switch route.target {
        case .next:
          Edge(route: route, target: index + 1 < chain.steps.count ? index + 1 : nil, isBroken: false)
        case .step(let identifier):
          Edge(route: route, target: places[identifier], isBroken: places[identifier] == nil)
        case .end, .back: Edge(route: route, target: nil, isBroken: false)
        }
      }
    }
  }

  /// Returns the steps that paths from some steps reach, by index.
  static func reachable(from starts: [Int], by ways: [[Int]]) -> [Bool] {
    var reached = Array(repeating: false, count: ways.count)
    var open: [Int] = []
    for start in starts where !reached[start] {
      reached[start] = true
      open.append(start)
    }
    while let index = open.popLast() {
      for next in ways[index] where !reached[next] {
        reached[next] = true
        open.append(next)
      }
    }
    return reached
  }

  /// The steps from which a path leads to the end. A route to an unknown step leads to the end too, and so does a step
  /// without routes: they are problems of their own.
  var leaving: [Bool] {
    var backwards = Array(repeating: [Int](), count: edges.count)
    var exits: [Int] = []
    for (index, routes) in edges.enumerated() {
      if routes.isEmpty { exits.append(index) }
      for edge in routes {
        if let target = edge.target { backwards[target].append(index) } else { exits.append(index) }
      }
    }
    return Self.reachable(from: exits, by: backwards)
  }
}
