extension FlowChain {
  /// Returns all paths through the flow to its end, in the order of the routes.
  ///
  /// There can be many paths. The sequence finds one path at a time, so you can stop early. In an invalid chain, a path ends
  /// at a route to an unknown step. A path can leave a step by a route after a failure; see ``FlowPath/Visit/cause``.
  ///
  /// - Parameter limit: The maximum number of visits to each step on a path; at least 1.
  /// - Returns: The paths.
  public func paths(visitsPerStep limit: Int = 1) -> some Sequence<FlowPath> {
    IteratorSequence(FlowPathIterator(self, limit: Swift.max(limit, 1)))
  }
}

/// Finds the paths of a chain one after the other, depth first.
///
/// The path never enters a dead end: before it enters a step, the iterator knows a way from there to the end through steps that
/// can still be visited. While the path follows that way, it needs no new search. A step from which a search has found no way
/// stays a dead end for as long as the path has the visits that it had then.
struct FlowPathIterator: IteratorProtocol {
  private struct Visit {
    let step: Int
    /// The index of the next route to try.
    var route = 0
    /// The steps that were found to be dead ends while this was the last visit.
    var deadEnds: [Int] = []
  }

  private let steps: [DeclaredStep]
  private let edges: [[ChainGraph.Edge]]
  private let limit: Int
  private var path: [Visit] = []
  private var visits: [Int]
  private var isDeadEnd: [Bool]
  /// The steps of a way from the last visit to the end, in reverse.
  private var wayOut: [Int] = []
  /// The number of searches so far, and that of the latest one that has come to each step.
  private var search = 0
  private var searched: [Int]

  /// The number of steps that the searches have looked at.
  private(set) var stepsSearched = 0

  init(_ chain: FlowChain, limit: Int) {
    let graph = ChainGraph(chain)
    steps = chain.steps
    edges = graph.edges
    self.limit = limit
    visits = Array(repeating: 0, count: steps.count)
    searched = Array(repeating: 0, count: steps.count)
    isDeadEnd = graph.leaving.map { !$0 }
    if !steps.isEmpty, !isDeadEnd[0] { enter(0) }
  }

  mutating func next() -> FlowPath? {
    while let visit = path.last {
      guard visit.route < edges[visit.step].count else {
        leave()
        continue
      }
      path[path.count - 1].route += 1
      guard let target = edges[visit.step][visit.route].target else { return found }
      if visits[target] < limit, !isDeadEnd[target], canEnd(from: target) { enter(target) }
    }
    return nil
  }

  private mutating func enter(_ step: Int) {
    path.append(Visit(step: step))
    visits[step] += 1
  }

  private mutating func leave() {
    let visit = path.removeLast()
    visits[visit.step] -= 1
    for step in visit.deadEnds { isDeadEnd[step] = false }
  }

  /// Returns whether a way leads from a step to the end through steps that can still be visited.
  private mutating func canEnd(from start: Int) -> Bool {
    if wayOut.last == start {
      wayOut.removeLast()
      return true
    }
    search += 1
    searched[start] = search
    var seen = [start]
    defer { stepsSearched += seen.count }
    var way: [(step: Int, route: Int)] = [(start, 0)]
    // In the order of the routes, so that the path then follows the way that is found.
    while let (step, route) = way.last {
      guard route < edges[step].count else {
        way.removeLast()
        continue
      }
      way[way.count - 1].route += 1
      guard let next = edges[step][route].target else {
        wayOut = way.dropFirst().reversed().map(\.step)
        return true
      }
      if visits[next] < limit, !isDeadEnd[next], searched[next] != search {
        searched[next] = search
        seen.append(next)
        way.append((next, 0))
      }
    }
    for step in seen { isDeadEnd[step] = true }
    path[path.count - 1].deadEnds += seen
    return false
  }

  /// The current path. Each visit's `route` is already the index after the route that the path took.
  private var found: FlowPath {
    FlowPath(
      path.map { visit in
        let route = edges[visit.step][visit.route - 1].route
        return FlowPath.Visit(step: steps[visit.step].identifier, route: route.label, after: route.cause)
      })
  }
}
