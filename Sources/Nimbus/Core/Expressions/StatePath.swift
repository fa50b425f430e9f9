/// The path to a value in a state, such as `user.friends[0].name`.
struct StatePath: Equatable {
  /// A step from a value to one of its parts.
  enum Step: Equatable {
    case key(String)
    case index(Int)
  }

  let id: String
  var steps: [Step] = []

  /// Returns whether a text is a valid name for a state, an operation or a component.
  static func isName(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy(\.isPartOfName)
  }

  /// Returns whether a text is a valid name for a state. The literals `true`, `false` and `null` aren't.
  static func isStateID(_ text: String) -> Bool {
    isName(text) && text != "true" && text != "false" && text != "null"
  }

  /// Creates a path from its text. Returns `nil` if the text isn't a path.
  init?(_ text: String) {
    guard let end = text.utf8.firstIndex(where: \.endsStateName) else {
      guard Self.isStateID(text) else { return nil }
      id = text
      return
    }
    id = String(text[..<end])
    guard Self.isStateID(id) else { return nil }
    // `removeFirst()` would also remove a combining mark after the sign.
    var rest = text.utf8[end...]
    while let sign = rest.popFirst() {
      let part = Substring(rest.prefix { !$0.endsStateName })
      rest = rest[part.endIndex...]
      switch sign {
      case UInt8(ascii: ".") where Self.isName(part): steps.append(.key(String(part)))
      case UInt8(ascii: "["):
        guard part.utf8.allSatisfy(\.isDigit), let index = Int(part), rest.popFirst() == UInt8(ascii: "]") else {
          return nil
        }
        steps.append(.index(index))
      default: return nil
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a letter, a digit or an underscore.
  var isPartOfName: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: !isASCII && (properties.isAlphabetic || properties.numericType != nil)
    }
  }
}

extension UInt8 {
  /// Whether a part of a path ends before this byte.
  fileprivate var endsStateName: Bool {
    self == UInt8(ascii: ".") || self == UInt8(ascii: "[") || self == UInt8(ascii: "]")
  }

  fileprivate var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
