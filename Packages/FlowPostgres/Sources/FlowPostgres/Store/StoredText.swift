import Foundation

extension String {
  /// The text without zero bytes, for columns that only human readers and queries use.
  var withoutZeros: String { utf8.contains(0) ? replacing("\0", with: "\u{FFFD}") : self }

  /// The text in the normalization form C. The server compares bytes, and Swift considers several spellings equal.
  var composed: String { utf8.allSatisfy { $0 < 0x80 } ? self : precomposedStringWithCanonicalMapping }

  /// Whether the text is in the normalization form C.
  var isComposed: Bool { utf8.elementsEqual(composed.utf8) }
}
