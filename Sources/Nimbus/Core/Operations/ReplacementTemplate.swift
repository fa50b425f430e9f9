/// The replacement of a match, as in Foundation's templates: `$1` is the first group, and `\$` is a dollar sign.
struct ReplacementTemplate {
  /// A part of the text.
  enum Part {
    case text(Substring)
    case group(Int)
  }

  /// The parts, in order.
  private(set) var parts: [Part] = []

  /// Splits a template.
  ///
  /// - Parameters:
  ///   - text: The template.
  ///   - groupCount: The number of groups of the pattern. The number of a group has at most as many digits as this one.
  ///     A group that doesn't exist is treated as empty text.
  init(_ text: String, groupCount: Int) {
    let bytes = text.utf8
    let maximumDigits = String(groupCount).utf8.count
    var start = bytes.startIndex
    var position = start
    while position < bytes.endIndex {
      let next = bytes.index(after: position)
      switch bytes[position] {
      case UInt8(ascii: "\\"):
        add(text[start..<position])
        start = next
        // A backslash makes the next character literal.
        position = next < bytes.endIndex ? bytes.index(after: next) : next
      case UInt8(ascii: "$"):
        let digits = bytes[next...].prefix(maximumDigits).prefix { (0x30...0x39).contains($0) }
        if let number = Int(Substring(digits)) {
          add(text[start..<position])
          if number <= groupCount { parts.append(.group(number)) }
          start = digits.endIndex
        }
        position = digits.endIndex
      default: position = next
      }
    }
    add(text[start...])
  }

  private mutating func add(_ text: Substring) {
    if !text.isEmpty { parts.append(.text(text)) }
  }
}
