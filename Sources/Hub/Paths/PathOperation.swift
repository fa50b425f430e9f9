import FlowJSON

/// One step of a path. It maps a value to zero or more values.
enum PathOperation: Sendable {
  /// Leads to a member of an object.
  case member(String)
  /// Leads to the elements of an array.
  case elements
  /// Applies a closure. The name appears in printed paths.
  case run(String, @Sendable (JSONValue) -> JSONValue?)
  /// Discards the values that a destination type does not accept.
  case filter(PathFilter)
  /// Follows several paths one after another, all from the same object. Always the first operation.
  case combine([[PathOperation]])
}

/// The type check of a destination in the middle of a path.
struct PathFilter: Sendable {
  /// A description of the accepted values, with an article.
  let expectation: String
  /// Returns whether a value is accepted.
  let passes: @Sendable (JSONValue) -> Bool

  init<Value: HubJSONPathValue>(_ type: Value.Type) {
    expectation = Value.expectation
    passes = { Value(hubValue: $0) != nil }
  }
}

extension [PathOperation] {
  /// Calls `body` with each value that the operations lead to, in order, until `body` returns false.
  ///
  /// - Returns: Whether `body` returned true every time.
  @discardableResult
  func walk(_ start: JSONValue, from first: Int = 0, _ body: (JSONValue) -> Bool) -> Bool {
    var value = start
    var index = first
    // Most paths only descend, as this loop does. Only arrays and combined paths cause recursion.
    while index < count {
      switch self[index] {
      case .member(let key):
        guard case .object(let object) = value, let member = object[key] else { return true }
        value = member
      case .elements:
        guard case .array(let elements) = value else { return true }
        for element in elements {
          guard walk(element, from: index + 1, body) else { return false }
        }
        return true
      case .run(_, let block):
        guard let result = block(value) else { return true }
        value = result
      case .filter(let filter):
        guard filter.passes(value) else { return true }
      case .combine(let paths):
        guard case .object = value else { return true }
        for path in paths {
          guard path.walk(value, { walk($0, from: index + 1, body) }) else { return false }
        }
        return true
      }
      index += 1
    }
    return body(value)
  }
}
