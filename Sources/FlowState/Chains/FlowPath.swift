/// One way through a declared flow, from its first step to its end.
///
/// ```swift
/// for path in chain.paths(visitsPerStep: 2) { print(path) }
/// // display –edit→ edit → update → display –quit→ end
/// ```
public struct FlowPath: Sendable, Hashable, CustomStringConvertible {
  /// A step of the way, and the route by which it is left.
  public struct Visit: Sendable, Hashable {
    /// The name of the step.
    public let step: String
    /// The label of the route; nil if it has none.
    public let route: String?

    /// Makes a visit.
    ///
    /// - Parameters:
    ///   - step: The name of the step.
    ///   - route: The label of the route by which it is left.
    public init(step: String, route: String? = nil) {
      self.step = step
      self.route = route
    }
  }

  /// The steps, in order.
  public let visits: [Visit]

  /// Makes a path.
  ///
  /// - Parameter visits: The steps, in order.
  public init(_ visits: [Visit]) {
    self.visits = visits
  }

  /// The names of the steps and the labels of the routes, with arrows.
  public var description: String {
    visits.map { visit in visit.step + (visit.route.map { " –\($0)→ " } ?? " → ") }.joined() + "end"
  }
}

extension FlowChain {
  /// All ways through the flow that come to its end, in the order of the routes.
  ///
  /// There may be very many; they are found one by one, so that one can stop early. A chain that is not valid may have ways
  /// that lead to an unknown step; they count as ended there.
  ///
  /// - Parameter limit: How often a way may come to the same step; at least once.
  /// - Returns: The ways.
  public func paths(visitsPerStep limit: Int = 1) -> some Sequence<FlowPath> {
    requireUse(limit > 0, "Paths with \(limit) visits per step were asked for; a path visits a step at least once.")
    return FlowPaths(chain: self, limit: limit)
  }
}

/// Walks through a chain, always along the first route that it has not tried.
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

  /// Whether a way leads from a step to the end through steps that may still be visited: no dead end is walked into.
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

  /// The way that is being walked; each visit has gone on to the route after the one that it took.
  private var path: FlowPath {
    FlowPath(
      way.map { visit in
        let step = chain.steps[visit.step]
        return FlowPath.Visit(step: step.identifier, route: step.routes[visit.route - 1].label)
      })
  }
}
