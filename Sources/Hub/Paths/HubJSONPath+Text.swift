import FlowJSON

extension HubJSONPath: CustomStringConvertible {
  /// The path as text: `body[].text.title`.
  ///
  /// Closures appear by name in braces, combined paths in parentheses separated by bars, and type checks inside a path
  /// in angle brackets: `(label | name)<a string>{shout}`. A path without steps is `$`.
  public var description: String { operations.text }
}

extension [PathOperation] {
  /// The operations as text.
  var text: String {
    guard !isEmpty else { return "$" }
    return reduce(into: "") { text, operation in
      switch operation {
      case .member(let key):
        let name = JSONLocation([.key(key)]).description.dropFirst()
        text += text.isEmpty && name.hasPrefix(".") ? name.dropFirst() : name
      case .elements: text += "[]"
      case .run(let name, _): text += "{\(name)}"
      case .filter(let filter): text += "<\(filter.expectation)>"
      case .combine(let paths): text += "(" + paths.map(\.text).joined(separator: " | ") + ")"
      }
    }
  }
}
