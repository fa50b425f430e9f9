import FlowJSON

extension NimbusSwiftUILibrary {
  /// Adds `eq`, `and`, `or`, `not`, `condition`, `isNull` and `isEmpty`.
  func addLogicOperations() {
    addCoreOperation("eq") { arguments in
      let (left, right) = (arguments.first, arguments.second)
      return .bool(left == right || left.order(to: right) == 0)
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

  private static func condition(_ arguments: Arguments) throws -> Bool {
    if case .bool(let bool) = arguments.first { return bool }
    let found = arguments.isEmpty ? "nothing" : arguments.first.foundText
    throw OperationFault("the first argument must be a bool, found \(found)")
  }
}
