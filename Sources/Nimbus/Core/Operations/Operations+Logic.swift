import FlowJSON

extension NimbusSwiftUILibrary {
  /// Adds `eq`, `and`, `or`, `not`, `condition`, `isNull` and `isEmpty`.
  func addLogicOperations() {
    addOperation("eq") { arguments in
      let (left, right) = (arguments.first ?? .null, arguments.dropFirst().first ?? .null)
      return .bool(left == right || Self.areEqualNumbers(left, right))
    }
    addOperation("and") { arguments in .bool(!arguments.contains(false)) }
    addOperation("or") { arguments in .bool(arguments.contains(true)) }
    addOperation("not") { arguments in .bool(!(try Self.bool(arguments.first))) }
    addOperation("condition") { arguments in
      let isTrue = try Self.bool(arguments.first)
      return arguments.dropFirst(isTrue ? 1 : 2).first ?? .null
    }
    addOperation("isNull") { arguments in .bool(arguments.first ?? .null == .null) }
    addOperation("isEmpty") { arguments in
      switch arguments.first ?? .null {
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

  private static func bool(_ argument: JSONValue?) throws -> Bool {
    guard case .bool(let bool)? = argument else {
      throw OperationFault("the first argument must be a bool, found \(argument?.foundText ?? "nothing")")
    }
    return bool
  }
}
