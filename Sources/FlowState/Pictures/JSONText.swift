/// A value to write as JSON. Objects keep the order of their members.
enum JSONText {
  case string(String)
  /// A number, as the text contains it.
  case number(String)
  case object([(name: String, value: JSONText)])

  /// Returns an integer.
  static func integer(_ value: Int) -> JSONText { .number(String(value)) }

  /// The JSON text, on one line.
  var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .string(let string):
      JSONText.write(string, to: &text)
    case .number(let number):
      text += number
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        JSONText.write(member.name, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  /// Writes a string that stays on its line and can't control a terminal. Besides the characters that JSON requires, it
  /// escapes U+007F to U+009F and the two separators that JavaScript used to treat as line breaks.
  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
