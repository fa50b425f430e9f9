/// A step inside a declared step of a durable run: in a nested run, in a lane of a join or race, or behind an operator.
package struct InnerStep: Sendable, Hashable {
  /// The name of the step.
  package var name: String
  /// The number of the visit among those of steps with this name in the same lane, from 1.
  package var number: Int
  /// The index of the step's lane among those that were started together.
  package var branch: Int

  package init(name: String, number: Int, branch: Int) {
    (self.name, self.number, self.branch) = (name, number, branch)
  }
}

/// The numbers of the visits of steps inside the declared steps of a durable run.
///
/// A visit gets its number when its key is needed. The steps around it count as well, so a visit has the same path whenever the
/// declared step starts again. Confined to the queue of the run.
struct InnerVisits {
  /// The visits of the steps in a lane, by name.
  private struct Counts {
    /// The lane, or the run whose first lane it is: that lane is replaced when the run goes back.
    weak var owner: AnyObject?
    var latest: [String: (visit: Int, number: Int)] = [:]
    /// The step that its failure route starts again, in the same visit.
    var retried: String?
  }

  private var counts: [ObjectIdentifier: Counts] = [:]
  /// The number of owners at which those that are gone are removed.
  private var most = 64

  /// Returns the steps from a declared step, which isn't included, to a step inside it.
  ///
  /// - Parameters:
  ///   - step: The step, which is about to start or has started.
  ///   - lane: The lane of the step.
  ///   - root: The lane of the declared step.
  /// - Returns: The steps, outermost first.
  mutating func path(to step: AnyFlowStep, in lane: Lane, from root: Lane) -> [InnerStep] {
    guard lane !== root else { return [] }
    let lanes = Self.lanes(from: root, to: lane) ?? [lane]
    var path: [InnerStep] = []
    for place in lanes {
      let visited = place === lane ? step : place.awaitedStep ?? place.work.host?.operatorStep
      guard let visited, place.host?.wraps(visited) != true else { continue }
      let name = visited.identifier
      path.append(InnerStep(name: name, number: number(of: name, in: place), branch: place.index))
    }
    return path
  }

  /// Returns the lanes under `root` that lead to a lane, outermost first; nil if there are none.
  private static func lanes(from root: Lane, to lane: Lane) -> [Lane]? {
    var path: [Lane] = []
    var open: [(lane: Lane, depth: Int)] = [(root, 0)]
    while let (next, depth) = open.popLast() {
      path.removeSubrange(depth...)
      path.append(next)
      if next === lane { return Array(path.dropFirst()) }
      for inner in next.work.host?.lanes ?? [] { open.append((inner, depth + 1)) }
    }
    return nil
  }

  /// Returns the number of a lane's current visit among those of steps with the name.
  private mutating func number(of name: String, in lane: Lane) -> Int {
    let owner = Self.owner(of: lane)
    let key = ObjectIdentifier(owner)
    if counts[key]?.owner !== owner {
      if counts.count >= most {
        counts = counts.filter { $0.value.owner != nil }
        most = max(64, 2 * counts.count)
      }
      counts[key] = Counts(owner: owner)
    }
    let latest = counts[key]?.latest[name]
    if let latest, latest.visit == lane.visit { return latest.number }
    let isRetry = counts[key]?.retried.take() == name
    let number = max(1, (latest?.number ?? 0) + (isRetry ? 0 : 1))
    counts[key]?.latest[name] = (lane.visit, number)
    return number
  }

  /// Records that the failure route of a step starts it again: another attempt, not another visit.
  mutating func retries(_ name: String, in lane: Lane) {
    counts[ObjectIdentifier(Self.owner(of: lane))]?.retried = name
  }

  /// Returns the object with which the counts of a lane end.
  private static func owner(of lane: Lane) -> AnyObject { lane.isRoot ? lane.run : lane }
}
