import FlowJSON

/// A value that is to be put into a state, or somewhere inside it.
struct StateChange {
  private let path: String
  private let value: JSONValue

  init(_ path: String, _ value: JSONValue) {
    self.path = path
    self.value = value
  }

  /// The state, and what it is to become.
  ///
  /// Missing members are made; whatever stands in the way and is no map gives way to one.
  func apply(in scope: Scope) throws(StateChangeError) -> (cell: StateCell, value: JSONValue) {
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
      throw StateChangeError(path: path, reason: "there is no state \"\(parsed.id)\" in \(scope.path)")
    }
    let changed = Self.replace(cell.value, keys[...], value)
    if let excess = changed.excess { throw StateChangeError(path: path, reason: excess) }
    return (cell, changed)
  }

  private static func replace(_ old: JSONValue, _ keys: ArraySlice<String>, _ value: JSONValue) -> JSONValue {
    guard let key = keys.first else { return value }
    var members = JSONObject()
    if case .object(let object) = old { members = object }
    members[key] = replace(members[key] ?? .null, keys.dropFirst(), value)
    return .object(members)
  }
}

/// Why a state was not set.
struct StateChangeError: Error, CustomStringConvertible {
  let path: String
  let reason: String

  var description: String { "The state \"\(path.prefix(100))\" was not set: \(reason)." }
}

extension UpdateCycle {
  /// Puts a value into the nearest state of a name.
  func set(_ change: StateChange, in scope: Scope) throws(StateChangeError) {
    let (cell, value) = try change.apply(in: scope)
    set(cell, value)
  }
}
