extension String {
  /// The string as JSON text, with its quotation marks.
  ///
  /// The text stays on one line and can't control a terminal. Besides the characters that JSON requires, it escapes U+007F to
  /// U+009F and the two separators that JavaScript used to treat as line breaks.
  var jsonLiteral: String {
    var text = "\""
    for scalar in unicodeScalars {
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
    return text + "\""
  }
}
