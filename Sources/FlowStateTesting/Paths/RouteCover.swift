import FlowChains

/// Finds a few paths through a chain that together take every route, before a check tries all combinations.
struct RouteCover {
  private struct Edge: Hashable {
    let step: Int
    let route: Int
  }

  private let chain: FlowChain
  private let visitsPerStep: Int
  /// The index of the target step of each route; nil for the end and for going back.
  private let targets: [[Int?]]
  /// The route of each step on a shortest way to the end, regardless of visits; nil if there is no way.
  private let shortcuts: [Int?]
  /// The routes that no path has taken so far, in the order of the chain.
  private var open: [Edge]

  init(_ chain: FlowChain, visitsPerStep: Int) {
    self.chain = chain
    self.visitsPerStep = visitsPerStep
    targets = ChainGraph(chain).edges.map { edges in edges.map(\.target) }
    shortcuts = Self.shortcuts(targets)
    open = targets.enumerated().flatMap { step, routes in routes.indices.map { Edge(step: step, route: $0) } }
  }

  /// The routes that no path has taken so far, as text.
  var routesNotTaken: [String] {
    open.map { edge in
      let route = chain.steps[edge.step].routes[edge.route]
      let arrow = route.cause == .result ? "→" : "⇢"
      return chain.steps[edge.step].identifier + " " + (route.label.map { "–\($0)" } ?? "") + arrow
    }
  }

  /// Records that a path was run.
  mutating func note(_ path: FlowPath) {
    let taken = Set(path.visits)
    open = open.filter { !taken.contains(visit(of: $0)) }
  }

  private func visit(of edge: Edge) -> FlowPath.Visit {
    let step = chain.steps[edge.step]
    let route = step.routes[edge.route]
    return FlowPath.Visit(step: step.identifier, route: route.label, after: route.cause)
  }

  /// Returns a path that takes at least one route that no path has taken so far; nil if there is none.
  func nextPath() -> FlowPath? {
    guard !targets.isEmpty else { return nil }
    var left = Set(open)
    var visits = Array(repeating: 0, count: targets.count)
    visits[0] = 1
    var way: [Edge] = []
    var current: Int? = 0
    while let step = current {
      if let part = shortestWay(from: step, visits, to: { left.contains($0) }) {
        for edge in part {
          left.remove(edge)
          current = enter(edge, &visits)
        }
        way += part
      } else {
        guard left.count < open.count, let rest = shortestWay(from: step, visits, to: { _ in true }, endsThere: true)
        else {
          return nil
        }
        way += rest
        current = nil
      }
    }
    return FlowPath(way.map(visit))
  }

  private func enter(_ edge: Edge, _ visits: inout [Int]) -> Int? {
    guard let target = targets[edge.step][edge.route] else { return nil }
    visits[target] += 1
    return target
  }

  /// Returns the shortest way whose last route is wanted, and from which the end can be reached.
  ///
  /// - Parameters:
  ///   - start: The index of the step where the way begins.
  ///   - visits: The numbers of visits so far.
  ///   - isWanted: Returns whether a route is wanted.
  ///   - endsThere: A Boolean value that indicates whether the route must lead to the end.
  /// - Returns: The way; nil if there is none.
  private func shortestWay(
    from start: Int, _ visits: [Int], to isWanted: (Edge) -> Bool, endsThere: Bool = false
  ) -> [Edge]? {
    var before: [Int: Edge] = [:]
    var steps = [start]
    var next = 0
    while next < steps.count {
      let step = steps[next]
      next += 1
      for (route, target) in targets[step].enumerated() {
        let edge = Edge(step: step, route: route)
        if isWanted(edge), !endsThere || target == nil {
          var way = [edge]
          while let first = way.last, first.step != start, let earlier = before[first.step] { way.append(earlier) }
          way.reverse()
          if endsThere || canEnd(after: way, visits) { return way }
        }
        if let target, target != start, before[target] == nil, visits[target] < visitsPerStep {
          before[target] = edge
          steps.append(target)
        }
      }
    }
    return nil
  }

  private func canEnd(after way: [Edge], _ visits: [Int]) -> Bool {
    var visits = visits
    var current: Int?
    for edge in way { current = enter(edge, &visits) }
    guard let current else { return true }
    guard visits[current] <= visitsPerStep else { return false }
    return isShortcutFree(from: current, visits)
      || shortestWay(from: current, visits, to: { _ in true }, endsThere: true) != nil
  }

  /// Returns whether the shortest way to the end visits no step too often. Usually it doesn't, and this avoids a longer
  /// search.
  private func isShortcutFree(from start: Int, _ visits: [Int]) -> Bool {
    var current = start
    while let route = shortcuts[current] {
      guard let target = targets[current][route] else { return true }
      guard visits[target] < visitsPerStep else { return false }
      current = target
    }
    return false
  }

  private static func shortcuts(_ targets: [[Int?]]) -> [Int?] {
    var ways = Array(repeating: [(step: Int, route: Int)](), count: targets.count)
    var shortcuts = [Int?](repeating: nil, count: targets.count)
    var steps: [Int] = []
    for (step, routes) in targets.enumerated() {
      for (route, target) in routes.enumerated() {
        if let target { ways[target].append((step, route)) }
      }
      shortcuts[step] = routes.firstIndex { $0 == nil }
      if shortcuts[step] != nil { steps.append(step) }
    }
    var next = 0
    while next < steps.count {
      for way in ways[steps[next]] where shortcuts[way.step] == nil {
        shortcuts[way.step] = way.route
        steps.append(way.step)
      }
      next += 1
    }
    return shortcuts
  }
}
