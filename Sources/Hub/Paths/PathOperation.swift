import FlowJSON

/// One step of a path: maps a value to none, one or more.
enum PathOperation: Sendable {
  /// To the member of an object.
  case member(String)
  /// To the elements of an array.
  case elements
  /// Through a block, which has a name in texts.
  case run(String, @Sendable (JSONValue) -> JSONValue?)
  /// Only what passes, as a destination says.
  case filter(PathFilter)
  /// Each path after the other, from the object where all begin. Always the first operation.
  case combine([[PathOperation]])
}

/// The type check of a destination, once its path goes on.
struct PathFilter: Sendable {
  /// What passes, with its article.
  let expectation: String
  /// Whether a value passes.
  let passes: @Sendable (JSONValue) -> Bool

  init<Value: HubJSONPathValue>(_ type: Value.Type) {
    expectation = Value.expectation
    passes = { Value(hubValue: $0) != nil }
  }
}

extension [PathOperation] {
  /// Calls `body` with each value that the operations lead to, in order, until it returns false.
  ///
  /// - Returns: Whether `body` wants more.
  @discardableResult
  func walk(_ start: JSONValue, from first: Int = 0, _ body: (JSONValue) -> Bool) -> Bool {
    var value = start
    var index = first
    // Most paths only go down; they stay in this loop. Only an array or a combination needs the stack.
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
