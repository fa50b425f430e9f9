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

  /// Returns the number of a visit among those of steps with the name.
  ///
  /// - Parameters:
  ///   - name: The name of the step.
  ///   - visit: The number of the visit in the lane.
  ///   - owner: The object that ends with the lane.
  /// - Returns: The number, from 1.
  mutating func number(of name: String, at visit: Int, in owner: AnyObject) -> Int {
    let key = ObjectIdentifier(owner)
    if counts[key]?.owner !== owner {
      if counts.count >= most {
        counts = counts.filter { $0.value.owner != nil }
        most = max(64, 2 * counts.count)
      }
      counts[key] = Counts(owner: owner)
    }
    let latest = counts[key]?.latest[name]
    if let latest, latest.visit == visit { return latest.number }
    let isRetry = counts[key]?.retried.take() == name
    let number = max(1, (latest?.number ?? 0) + (isRetry ? 0 : 1))
    counts[key]?.latest[name] = (visit, number)
    return number
  }

  /// Records that the failure route of a step starts it again: another attempt, not another visit.
  mutating func retries(_ name: String, in owner: AnyObject) {
    counts[ObjectIdentifier(owner)]?.retried = name
  }
}
