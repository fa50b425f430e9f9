import FlowJSON

extension NimbusSwiftUILibrary {
  /// Adds `concat`, `contains`, `length`, `insert`, `remove`, `removeIndex`, `array`, `object` and `entries`.
  func addCollectionOperations() {
    addCoreOperation("concat") { arguments in Self.concat(arguments) }
    addCoreOperation("contains") { arguments in
      let part = arguments.second
      return switch arguments.first {
      case .array(let elements): .bool(elements.contains(part))
      case .object(let members): .bool(members[part.canonicalText] != nil)
      // Null is treated as empty text, as in `concat`.
      case .string(let text): .bool(TextSearch(part.isNull ? "" : part.canonicalText).isFound(in: text))
      default: false
      }
    }
    addCoreOperation("length", .shallow) { arguments in
      switch arguments.first {
      case .array(let elements): .integer(Int64(elements.count))
      case .object(let members): .integer(Int64(members.count))
      case .string(let text): .integer(Int64(text.count))
      default: 0
      }
    }
    addListOperations()
    addCoreOperation("array", .shallow) { arguments in .array(arguments.array) }
    addCoreOperation("object") { arguments in
      var members = JSONObject()
      for place in stride(from: 0, to: arguments.count, by: 2) {
        members[arguments[place].canonicalText] = arguments[orNull: place + 1]
      }
      return .object(members)
    }
    addCoreOperation("entries", .shallow) { arguments in
      guard case .object(let members) = arguments.first else { return [] }
      return .array(members.map { ["key": .string($0.name), "value": $0.value] })
    }
  }

  private func addListOperations() {
    addCoreOperation("insert", .shallow) { arguments in
      var elements = Self.list(arguments.first)
      let place = try arguments.index(at: 2) ?? elements.count
      guard (0...elements.count).contains(place) else { throw Self.outOfRange(place, elements) }
      elements.insert(arguments.second, at: place)
      return .array(elements)
    }
    addCoreOperation("remove") { arguments in
      var elements = Self.list(arguments.first)
      if let place = elements.firstIndex(of: arguments.second) { elements.remove(at: place) }
      return .array(elements)
    }
    addCoreOperation("removeIndex", .shallow) { arguments in
      var elements = Self.list(arguments.first)
      let place = try arguments.index(at: 1) ?? elements.count - 1
      guard elements.indices.contains(place) else { throw Self.outOfRange(place, elements) }
      elements.remove(at: place)
      return .array(elements)
    }
  }

  private static func concat(_ arguments: Arguments) -> JSONValue {
    switch arguments.first {
    case .array:
      var elements: [JSONValue] = []
      for index in arguments.indices { elements += list(arguments[index]) }
      return .array(elements)
    case .object(var result):
      for index in arguments.indices.dropFirst() {
        if case .object(let members) = arguments[index] { result.merge(members) }
      }
      return .object(result)
    default:
      var text = ""
      for index in arguments.indices {
        let argument = arguments[index]
        if !argument.isNull { text.join(argument.canonicalText) }
      }
      return .string(text)
    }
  }

  private static func list(_ value: JSONValue) -> [JSONValue] {
    guard case .array(let elements) = value else { return [] }
    return elements
  }

  private static func outOfRange(_ place: Int, _ elements: [JSONValue]) -> OperationFault {
    OperationFault("the index \(place) is out of range for a list of \(elements.count)")
  }
}
