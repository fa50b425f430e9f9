/// The path to a value in a state, such as `user.friends[0].name`.
struct StatePath: Sendable, Equatable, CustomStringConvertible {
  /// A step from a value to one of its parts.
  enum Step: Sendable, Equatable {
    case key(String)
    case index(Int)
  }

  let id: String
  var steps: [Step] = []

  /// Returns whether a text is a valid name for a state, an operation or a component.
  static func isName(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy(\.isPartOfName)
  }

  /// Returns whether a text is a valid name for a state. Literals aren't.
  static func isStateID(_ text: String) -> Bool {
    isName(text) && text != "true" && text != "false" && text != "null"
  }

  /// Creates a path from its text, or returns `nil` if the text isn't a path.
  init?(_ text: String) {
    let scalars = Array(text.unicodeScalars)
    var position = 0
    func word() -> String {
      var word = String.UnicodeScalarView()
      while position < scalars.count, scalars[position].isPartOfName {
        word.append(scalars[position])
        position += 1
      }
      return String(word)
    }
    id = word()
    guard Self.isStateID(id) else { return nil }
    while position < scalars.count {
      let sign = scalars[position]
      position += 1
      let part = word()
      switch sign {
      case "." where !part.isEmpty: steps.append(.key(part))
      case "[":
        guard position < scalars.count, scalars[position] == "]", part.allSatisfy(\.isASCII), let index = Int(part)
        else { return nil }
        position += 1
        steps.append(.index(index))
      default: return nil
      }
    }
  }

  var description: String {
    steps.reduce(into: id) { text, step in
      switch step {
      case .key(let key): text += ".\(key)"
      case .index(let index): text += "[\(index)]"
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
