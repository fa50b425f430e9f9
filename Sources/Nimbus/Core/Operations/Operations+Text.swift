import FlowJSON

extension NimbusSwiftUILibrary {
  /// Adds `capitalize`, `uppercase`, `lowercase` and `substr`.
  func addTextOperations() {
    addTextOperation("capitalize") { text in text.prefix(1).uppercased() + text.dropFirst() }
    addTextOperation("uppercase") { text in text.uppercased() }
    addTextOperation("lowercase") { text in text.lowercased() }
    addOperation("substr") { arguments in
      let text = try Self.text(arguments, at: 0)
      guard let start = arguments.dropFirst().first?.wholeNumber else {
        throw OperationFault("the start must be a number")
      }
      let count = text.count
      let end: Int
      switch arguments.dropFirst(2).first {
      case nil, .null?: end = count
      case let value?:
        guard let number = value.wholeNumber else { throw OperationFault("the end must be a number") }
        end = number
      }
      guard start >= 0, start <= end, end <= count else {
        throw OperationFault("\(start) to \(end) is out of range for a text of \(count) characters")
      }
      return .string(String(text.dropFirst(start).prefix(end - start)))
    }
  }

  private func addTextOperation(_ name: String, _ change: @escaping (String) -> String) {
    addOperation(name) { arguments in .string(change(try Self.text(arguments, at: 0))) }
  }

  /// Returns an argument as text. Throws if it's missing or null.
  static func text(_ arguments: [JSONValue], at index: Int) throws -> String {
    guard index < arguments.count, arguments[index] != .null else {
      throw OperationFault("the argument \(index + 1) must not be null")
    }
    return arguments[index].canonicalText
  }
}
