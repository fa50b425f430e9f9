import FlowDurable
import FlowJSON
import FlowState

/// A value that an expression of the document reads.
struct ValueRead: Sendable, Hashable {
  /// The node of the ways at which it is read: the place of a step for its beginning, and the number of steps more for its end.
  let node: Int
  /// The place of the step with the value.
  let step: Int
  /// Whether the expression says what it does if the value is missing.
  let isGuarded: Bool
}

/// Collects the reads while expressions are checked.
final class ReadList {
  private(set) var found: Set<ValueRead> = []

  func add(_ read: ValueRead) { found.insert(read) }
}

/// Compares the values of runs of earlier versions with the values that a document reads.
struct DocumentFit: Sendable {
  let content: DocumentContent
  let shapes: [ValueShape]
  let open: OpenReads

  init(content: DocumentContent, ways: [StepWays], shapes: [ValueShape], reads: [ValueRead]) {
    (self.content, self.shapes) = (content, shapes)
    open = OpenReads(ways, reads, count: content.steps.count)
  }

  // MARK: Upgrading

  /// Returns the values of a run of an earlier version as this version has them.
  ///
  /// - Parameters:
  ///   - old: The values.
  ///   - version: The version of the document that stored them.
  ///   - isPrivate: Whether they are those of forms with a password.
  /// - Returns: The values.
  func upgraded(_ old: JSONValue, from version: Int, isPrivate: Bool) -> JSONValue {
    guard case .object(var values) = old else { return old }
    let isOwn = { (id: String) in
      guard let place = content.places[id] else { return false }
      return content.steps[place].isPrivate == isPrivate
    }
    for upgrade in content.upgrades where upgrade.from >= version {
      values = upgrade.applied(to: values, where: isOwn)
    }
    for step in content.steps where !step.formerNames.isEmpty && values[step.id] == nil {
      guard let name = step.formerNames.first(where: { values[$0] != nil }) else { continue }
      values[step.id] = values[name]
      values[name] = nil
    }
    return .object(values)
  }

  // MARK: Fitting

  /// Returns the reason why a run of an earlier version can't continue at its position; nil if it can.
  func misfit(of run: StoredPosition) -> PositionMisfit? {
    guard let place = run.step.flatMap({ content.places[$0] }) else { return nil }
    let variant = run.assignments.last { $0.experiment == content.flow }?.variant
    guard let way = open.way(of: variant) else { return nil }
    // The ways of a run of this version were checked when the document was read.
    let version = run.values.map(\.version).min()
    if version == content.version || (version == nil && place == open.ways[way].listed.first) { return nil }
    for read in open.reads(from: place, on: way) {
      let id = content.steps[read.step].id
      let reader = content.steps[read.node % content.steps.count].id
      let value = run.values.lazy.compactMap { $0.value[id] }.first
      if value == nil {
        if read.isGuarded { continue }
        return PositionMisfit(
          description:
            "stands at '\(content.steps[place].id)', and can come to '\(reader)', which reads '\(id)', without a value of it",
          expected: "a value of '\(id)'", found: "none",
          advice: "An upgrade in the document can give '\(id)' a value.")
      }
      if let problem = shapes[read.step].problem(of: value, at: JSONLocation().key(id)) {
        return PositionMisfit(
          description: "has a value that '\(reader)' reads and that doesn't fit the document: \(problem)",
          expected: shapes[read.step].words, found: problem,
          advice: "An upgrade in the document can convert '\(id)'.")
      }
    }
    return nil
  }
}
