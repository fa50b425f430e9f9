/// The shortest ways from the first step of a chain to the others, by some of its routes.
struct ChainWays {
  /// The arrival of a way at a step.
  private struct Arrival {
    /// The step before; nil for the first step of the chain.
    let before: Int?
    /// The number of steps before.
    let length: Int
    /// The names of the first steps of the way.
    let beginning: [String]
  }

  /// The number of steps at the beginning and at the end of a long way that a problem contains.
  private static let shownEnd = 3
  /// The length of a way from which a problem doesn't contain all of its steps.
  private static let longWay = 9

  private let steps: [DeclaredStep]
  private var arrivals: [Arrival?]

  /// Finds the ways.
  ///
  /// - Parameters:
  ///   - steps: The steps of the chain; at least one.
  ///   - graph: The routes of the chain.
  ///   - includes: Returns whether the ways can leave the step with this index by this route.
  init(_ steps: [DeclaredStep], _ graph: ChainGraph, by includes: (_ index: Int, _ edge: ChainGraph.Edge) -> Bool) {
    self.steps = steps
    arrivals = Array(repeating: nil, count: steps.count)
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
        guard let target = edge.target, arrivals[target] == nil, includes(index, edge) else { continue }
        arrivals[target] = Arrival(before: index, length: arrival.length + 1, beginning: beginning)
        open.append(target)
      }
    }
  }

  /// Returns the names of the steps on the way to a step, without that step; nil if no way leads to it. A long way has only its first
  /// and last ones, because a chain can have as many problems as steps.
  func names(to index: Int) -> [String]? {
    guard let arrival = arrivals[index] else { return nil }
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
