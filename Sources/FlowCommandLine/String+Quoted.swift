import FlowScreens
import FlowTerminal

extension String {
  /// The text in single quotes for a message. Unprintable characters are escaped, and long texts are shortened.
  package var quoted: String {
    // Counted in scalars, because a character can consist of thousands.
    let limit = 100
    let head = unicodeScalars.prefix(limit + 1)
    if head.count <= limit { return "'\(printable)'" }
    return "'\(String(String.UnicodeScalarView(head.dropLast())).printable)…'"
  }
}
