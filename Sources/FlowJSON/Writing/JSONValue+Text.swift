extension JSONValue {
  /// The value as text, wherever a string is needed: a string is itself, `true` and `false` are words, integers decimal,
  /// doubles in their shortest form that reads back (`1.0`, `1e+21`), arrays and objects compact JSON with sorted names,
  /// null is the word.
  public var canonicalText: String {
    if case .string(let text) = self { return text }
    return jsonText
  }

  /// The value as compact JSON with sorted names.
  public var jsonText: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let bool): text += bool ? "true" : "false"
    case .integer(let integer): text += String(integer)
    case .number(let number): text += number.isFinite ? String(number) : "null"
    case .string(let string): Self.quote(string, to: &text)
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        element.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.sorted(by: { $0.name < $1.name }).enumerated() {
        if index > 0 { text += "," }
        Self.quote(member.name, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func quote(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20:
        let code = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - code.count) + code
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
