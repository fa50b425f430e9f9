import FlowJSON

extension NimbusSwiftUILibrary {
  /// Adds `eq`, `and`, `or`, `not`, `condition`, `isNull` and `isEmpty`.
  func addLogicOperations() {
    addCoreOperation("eq") { arguments in
      let (left, right) = (arguments.first, arguments.second)
      return .bool(left == right || Self.areEqualNumbers(left, right))
    }
    addCoreOperation("and", .shallow) { arguments in .bool(!arguments.contains(false)) }
    addCoreOperation("or", .shallow) { arguments in .bool(arguments.contains(true)) }
    addCoreOperation("not", .shallow) { arguments in .bool(!(try Self.condition(arguments))) }
    addCoreOperation("condition", .shallow) { arguments in arguments[orNull: try Self.condition(arguments) ? 1 : 2] }
    addCoreOperation("isNull", .shallow) { arguments in .bool(arguments.first.isNull) }
    addCoreOperation("isEmpty", .shallow) { arguments in
      switch arguments.first {
      case .null: true
      case .string(let text): .bool(text.isEmpty)
      case .array(let elements): .bool(elements.isEmpty)
      case .object(let members): .bool(members.isEmpty)
      default: false
      }
    }
  }

  private static func areEqualNumbers(_ left: JSONValue, _ right: JSONValue) -> Bool {
    guard let left = left.numeric, let right = right.numeric else { return false }
    // Swift 6.3.1 crashes when it optimizes a switch over two optionals.
    if case .integer(let left) = left, case .integer(let right) = right { return left == right }
    return left.double == right.double
  }

  private static func condition(_ arguments: Arguments) throws -> Bool {
    if case .bool(let bool) = arguments.first { return bool }
    let found = arguments.isEmpty ? "nothing" : arguments.first.foundText
    throw OperationFault("the first argument must be a bool, found \(found)")
  }
}
