import FlowJSON

/// A change of a state, or of a value inside it.
struct StateChange {
  let path: String
  private let value: JSONValue

  init(_ path: String, _ value: JSONValue) {
    self.path = path
    self.value = value
  }

  /// Returns the state and its new value.
  ///
  /// Missing members are added. A value on the path that isn't an object is replaced by one.
  func apply(in scope: Scope) throws(StateChangeError) -> (cell: StateCell, value: JSONValue) {
    // The name of a state contains no dot, so a state named like the whole path is the intended one.
    if let cell = scope.state(path) {
      if let excess = value.excess { throw StateChangeError(path: path, reason: excess) }
      return (cell, value)
    }
    var keys: [String] = []
    guard let parsed = StatePath(path) else { throw StateChangeError(path: path, reason: "the path is invalid") }
    for step in parsed.steps {
      guard case .key(let key) = step else {
        throw StateChangeError(path: path, reason: "elements of lists cannot be set")
      }
      keys.append(key)
    }
    guard keys.count < NimbusLimits.valueDepth else {
      throw StateChangeError(path: path, reason: "the path is longer than \(NimbusLimits.valueDepth) steps")
    }
    guard let cell = scope.state(parsed.id) else {
      throw StateChangeError(path: path, reason: "there is no state \"\(parsed.id.brief)\" in \(scope.path)")
    }
    let changed = Self.replace(cell.value, keys[...], value)
    if let excess = changed.excess { throw StateChangeError(path: path, reason: excess) }
    return (cell, changed)
  }

  /// Returns whether a state becomes a value of size 1, which costs no work.
  func isSmall(in scope: Scope) -> Bool {
    switch value {
    case .null, .bool, .integer, .number: scope.state(path).map { $0.source == nil } ?? false
    default: false
    }
  }

  /// Returns an error that describes why the change is refused.
  func refused(_ reason: String) -> StateChangeError { StateChangeError(path: path, reason: reason) }

  private static func replace(_ old: JSONValue, _ keys: ArraySlice<String>, _ value: JSONValue) -> JSONValue {
    guard let key = keys.first else { return value }
    var members = JSONObject()
    if case .object(let object) = old { members = object }
    members[key] = replace(members[key] ?? .null, keys.dropFirst(), value)
    return .object(members)
  }
}

/// An error that describes why a state wasn't set.
struct StateChangeError: Error, CustomStringConvertible {
  let path: String
  let reason: String

  var description: String { "The state \"\(path.brief)\" was not set: \(reason)." }
}

extension UpdateCycle {
  /// Applies a change to the nearest state with its name. If the state is an item of a list, the list is changed too.
  func set(_ change: StateChange, in scope: Scope) throws(StateChangeError) {
    begin()
    // The state is copied and measured before the cost of a change is known.
    guard !work.isUsedUp || change.isSmall(in: scope), work.spend(longPath: change.path) else {
      throw change.refused(WorkBudget.excess)
    }
    let (cell, value) = try change.apply(in: scope)
    guard cell.source != nil else { return try set(cell, value, by: change) }
    var changes = [(cell: cell, value: value)]
    var last = (cell: cell, value: value)
    // A list can itself be part of an item.
    while let source = last.cell.source, let list = source.value(replacing: last.cell.value, with: last.value) {
      if let excess = list.excess { throw change.refused(excess) }
      last = (source.cell, list)
      changes.append(last)
    }
    var refusal: StateChangeError?
    transaction {
      for (cell, value) in changes where refusal == nil {
        do throws(StateChangeError) { try set(cell, value, by: change) } catch { refusal = error }
      }
    }
    if let refusal { throw refusal }
  }

  /// Sets a state. Throws if the work budget of the event is used up or the views are full.
  private func set(_ cell: StateCell, _ value: JSONValue, by change: StateChange) throws(StateChangeError) {
    let size = value.measured.size
    // A value of size 1 is as small as null.
    if size > 1 {
      guard work.spend(size) else {
        throw change.refused(WorkBudget.excess)
      }
      if let refusal = cell.refusal(of: size) { throw change.refused(refusal) }
    }
    set(cell, value)
  }
}
