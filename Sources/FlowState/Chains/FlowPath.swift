/// A path through a declared flow, from its first step to its end.
///
/// ```swift
/// for path in chain.paths(visitsPerStep: 2) { print(path) }
/// // display –edit→ edit → update → display –quit→ end
/// ```
public struct FlowPath: Sendable, Hashable, CustomStringConvertible {
  /// A step on the path, and the route by which the path leaves it.
  public struct Visit: Sendable, Hashable {
    /// The name of the step.
    public let step: String
    /// The label of the route; nil if the route has no label.
    public let route: String?

    /// Creates a visit.
    ///
    /// - Parameters:
    ///   - step: The name of the step.
    ///   - route: The label of the route by which the path leaves the step.
    public init(step: String, route: String? = nil) {
      self.step = step
      self.route = route
    }
  }

  /// The visited steps, in order.
  public let visits: [Visit]

  /// Creates a path.
  ///
  /// - Parameter visits: The visited steps, in order.
  public init(_ visits: [Visit]) {
    self.visits = visits
  }

  /// The names of the steps and the labels of the routes, separated by arrows.
  public var description: String {
    visits.map { visit in visit.step + (visit.route.map { " –\($0)→ " } ?? " → ") }.joined() + "end"
  }
}

extension FlowChain {
  /// Returns all paths through the flow to its end, in the order of the routes.
  ///
  /// There can be many paths. The sequence finds one path at a time, so you can stop early. In an invalid chain, a path ends
  /// at a route to an unknown step.
  ///
  /// - Parameter limit: The maximum number of visits to each step on a path; at least 1.
  /// - Returns: The paths.
  public func paths(visitsPerStep limit: Int = 1) -> some Sequence<FlowPath> {
    requireUse(limit > 0, "A path cannot have \(limit) visits per step; a path visits a step at least once.")
    return FlowPaths(chain: self, limit: limit)
  }
}

/// Walks through a chain and always takes the first route that it hasn't tried.
private struct FlowPaths: Sequence, IteratorProtocol {
  private struct Visit {
    let step: Int
    /// The next route to try.
    var route = 0
  }

  private let chain: FlowChain
  private let limit: Int
  private var way: [Visit]
  private var visits: [Int]

  init(chain: FlowChain, limit: Int) {
    self.chain = chain
    self.limit = limit
    visits = Array(repeating: 0, count: chain.steps.count)
    way = []
    if !chain.steps.isEmpty { enter(0) }
  }

  mutating func next() -> FlowPath? {
    while let visit = way.last {
      let routes = chain.steps[visit.step].routes
      guard visit.route < routes.count else {
        way.removeLast()
        visits[visit.step] -= 1
        continue
      }
      way[way.count - 1].route += 1
      guard let target = chain.destination(of: routes[visit.route], from: visit.step) else { return path }
      if visits[target] < limit, canEnd(from: target) { enter(target) }
    }
    return nil
  }

  /// Whether a path leads from a step to the end through steps that can still be visited. Avoids dead ends.
  private func canEnd(from start: Int) -> Bool {
    var seen: Set<Int> = [start]
    var open = [start]
    while let step = open.popLast() {
      for route in chain.steps[step].routes {
        guard let next = chain.destination(of: route, from: step) else { return true }
        if visits[next] < limit, seen.insert(next).inserted { open.append(next) }
      }
    }
    return false
  }

  private mutating func enter(_ step: Int) {
    way.append(Visit(step: step))
    visits[step] += 1
  }

  /// The current path. Each visit's `route` is already the index after the route that the path took.
  private var path: FlowPath {
    FlowPath(
      way.map { visit in
        let step = chain.steps[visit.step]
        return FlowPath.Visit(step: step.identifier, route: step.routes[visit.route - 1].label)
      })
  }
}
