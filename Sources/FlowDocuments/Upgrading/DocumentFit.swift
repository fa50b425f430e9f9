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
  /// The places of steps by their names, of this version and of earlier ones.
  private let owners: [String: Int]

  init(content: DocumentContent, ways: [StepWays], shapes: [ValueShape], reads: [ValueRead]) {
    (self.content, self.shapes) = (content, shapes)
    var owners = content.places
    for (place, step) in content.steps.enumerated() { for name in step.formerNames { owners[name] = place } }
    self.owners = owners
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
    // The steps to which an earlier upgrade has given a value.
    var converted: Set<String> = []
    for upgrade in content.upgrades where upgrade.from >= version {
      let read = { [values, converted] (name: String) in self.value(of: name, in: values, converted) }
      // A form that has got a password, or has lost it, can have its value among those of the other kind.
      let isOwn = { (id: String) in
        guard let place = content.places[id] else { return false }
        return content.steps[place].isPrivate == isPrivate || read(id) != nil
      }
      for (step, value) in upgrade.converted(where: isOwn, reading: read) {
        values[step] = value
        converted.insert(step)
      }
    }
    // A step to which an upgrade has given nothing has no value.
    for step in content.steps where values[step.id] == nil && !converted.contains(step.id) {
      guard let name = step.formerNames.first(where: { values[$0] != nil }) else { continue }
      values[step.id] = values[name]
      values[name] = nil
    }
    return .object(values)
  }

  /// Returns the value of the step that has a name, or had it in an earlier version.
  ///
  /// The version of an upgrade can have another name for the step than the version of the run.
  private func value(of name: String, in values: JSONObject, _ converted: Set<String>) -> JSONValue? {
    guard let step = owners[name].map({ content.steps[$0] }) else { return values[name] }
    // A value under a former name is the one before the conversion.
    if converted.contains(step.id) { return values[step.id] }
    return values[name] ?? ([step.id] + step.formerNames).lazy.compactMap { values[$0] }.first
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
      let values = run.values.compactMap { $0.value[id] }
      // The values come in the order of the names of their keys, so those of private forms are the last ones.
      let value = content.steps[read.step].isPrivate ? values.last : values.first
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
