import FlowJSON

extension ValueShape {
  /// Returns the first difference between a value and the shape, as the rest of a sentence that doesn't quote the value; nil if it fits.
  func problem(of value: JSONValue?, at location: JSONLocation = JSONLocation()) -> String? {
    func problem(_ expected: String) -> String {
      "expected \(expected) at \(location), found \(value.map { $0.kindText } ?? "nothing")"
    }
    guard let value, value != .null else { return canBeMissing || self == .any ? nil : problem(words) }
    switch (present, value) {
    case (.any, _), (.bool, .bool), (.integer, .integer), (.number, .integer), (.number, .number), (.text, .string):
      return nil
    case (.words(let words), .string(let text)):
      return words.contains(text)
        ? nil : problem(self.present.words).replacing("found a string", with: "found another one")
    case (.list(let element), .array(let elements)):
      for (index, part) in elements.enumerated() {
        if let problem = element.problem(of: part, at: location.index(index)) { return problem }
      }
      return nil
    case (.object(let members, _), .object(let own)):
      for (name, shape) in members.sorted(by: { $0.key < $1.key }) {
        if let problem = shape.problem(of: own[name], at: location.key(name)) { return problem }
      }
      return nil
    default: return problem(present.words)
    }
  }
}

extension JSONValue {
  /// The kind of the value, with its article.
  fileprivate var kindText: String {
    switch self {
    case .null: "null"
    case .bool: "a bool"
    case .integer: "an integer"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
