import FlowJSON

/// The arguments of an operation. They are only valid during the call.
typealias Arguments = Span<JSONValue>

extension Span<JSONValue> {
  /// The first argument. It's null if there is none.
  var first: JSONValue { self[orNull: 0] }

  /// The second argument. It's null if there is none.
  var second: JSONValue { self[orNull: 1] }

  /// Returns the argument at a position. Returns null if there are fewer arguments.
  subscript(orNull index: Int) -> JSONValue { index < count ? self[index] : .null }

  /// Returns an argument as text. Throws if it's missing or null.
  func text(at index: Int) throws -> String {
    let argument = self[orNull: index]
    if argument.isNull { throw OperationFault("the argument \(index + 1) must not be null") }
    return argument.canonicalText
  }

  /// Returns the index in an argument. Returns `nil` if the argument is missing or null.
  func index(at index: Int) throws -> Int? {
    let argument = self[orNull: index]
    if argument.isNull { return nil }
    guard let number = argument.wholeNumber else {
      throw OperationFault("the index must be a number, found \(argument.foundText)")
    }
    return number
  }

  /// Returns whether any argument is the given Boolean.
  func contains(_ bool: Bool) -> Bool {
    for index in indices {
      if case .bool(bool) = self[index] { return true }
    }
    return false
  }

  /// The arguments as an array.
  var array: [JSONValue] { indices.map { self[$0] } }
}
