import FlowJSON

extension NimbusSwiftUILibrary {
  /// Adds `concat`, `contains`, `length`, `insert`, `remove`, `removeIndex`, `array`, `object` and `entries`.
  func addCollectionOperations() {
    addOperation("concat") { arguments in Self.concat(arguments) }
    addOperation("contains") { arguments in
      let part = arguments.dropFirst().first ?? .null
      return switch arguments.first ?? .null {
      case .array(let elements): .bool(elements.contains(part))
      case .object(let members): .bool(members[part.canonicalText] != nil)
      case .string(let text): .bool(TextSearch(part.canonicalText).isFound(in: text))
      default: false
      }
    }
    addOperation("length") { arguments in
      switch arguments.first ?? .null {
      case .array(let elements): .integer(Int64(elements.count))
      case .object(let members): .integer(Int64(members.count))
      case .string(let text): .integer(Int64(text.count))
      default: 0
      }
    }
    addListOperations()
    addOperation("array") { arguments in .array(arguments) }
    addOperation("object") { arguments in
      var members = JSONObject()
      for place in stride(from: 0, to: arguments.count, by: 2) {
        members[arguments[place].canonicalText] = place + 1 < arguments.count ? arguments[place + 1] : .null
      }
      return .object(members)
    }
    addOperation("entries") { arguments in
      guard case .object(let members)? = arguments.first else { return [] }
      return .array(members.map { ["key": .string($0.name), "value": $0.value] })
    }
  }

  private func addListOperations() {
    addOperation("insert") { arguments in
      var elements = Self.list(arguments.first)
      let place = try Self.place(arguments, at: 2) ?? elements.count
      guard (0...elements.count).contains(place) else { throw Self.outOfRange(place, elements) }
      elements.insert(arguments.dropFirst().first ?? .null, at: place)
      return .array(elements)
    }
    addOperation("remove") { arguments in
      var elements = Self.list(arguments.first)
      if let place = elements.firstIndex(of: arguments.dropFirst().first ?? .null) { elements.remove(at: place) }
      return .array(elements)
    }
    addOperation("removeIndex") { arguments in
      var elements = Self.list(arguments.first)
      let place = try Self.place(arguments, at: 1) ?? elements.count - 1
      guard elements.indices.contains(place) else { throw Self.outOfRange(place, elements) }
      elements.remove(at: place)
      return .array(elements)
    }
  }

  private static func concat(_ arguments: [JSONValue]) -> JSONValue {
    switch arguments.first {
    case .array?:
      return .array(arguments.flatMap { list($0) })
    case .object?:
      var result = JSONObject()
      for case .object(let members) in arguments { result = result.merging(members) }
      return .object(result)
    default:
      return .string(arguments.map { $0 == .null ? "" : $0.canonicalText }.joined())
    }
  }

  private static func list(_ value: JSONValue?) -> [JSONValue] {
    guard case .array(let elements)? = value else { return [] }
    return elements
  }

  /// Returns the index in an argument, or `nil` if the argument is missing or null.
  private static func place(_ arguments: [JSONValue], at index: Int) throws -> Int? {
    guard index < arguments.count, arguments[index] != .null else { return nil }
    guard let place = arguments[index].wholeNumber else {
      throw OperationFault("the index must be a number, found \(arguments[index].foundText)")
    }
    return place
  }

  private static func outOfRange(_ place: Int, _ elements: [JSONValue]) -> OperationFault {
    OperationFault("the index \(place) is out of range for a list of \(elements.count)")
  }
}
