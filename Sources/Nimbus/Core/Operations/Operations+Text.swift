import FlowJSON

extension NimbusSwiftUILibrary {
  /// Adds `capitalize`, `uppercase`, `lowercase` and `substr`.
  func addTextOperations() {
    addCoreOperation("capitalize") { arguments in
      let text = try arguments.text(at: 0)
      return .string(text.prefix(1).uppercased() + text.dropFirst())
    }
    addCoreOperation("uppercase") { arguments in .string(try arguments.text(at: 0).uppercased()) }
    addCoreOperation("lowercase") { arguments in .string(try arguments.text(at: 0).lowercased()) }
    addCoreOperation("substr") { arguments in
      let text = try arguments.text(at: 0)
      guard let start = arguments.second.wholeNumber else { throw OperationFault("the start must be a number") }
      let count = text.count
      var end = count
      let last = arguments[orNull: 2]
      if !last.isNull {
        guard let number = last.wholeNumber else { throw OperationFault("the end must be a number") }
        end = number
      }
      guard start >= 0, start <= end, end <= count else {
        throw OperationFault("\(start) to \(end) is out of range for a text of \(count) characters")
      }
      return .string(String(text.dropFirst(start).prefix(end - start)))
    }
  }
}
