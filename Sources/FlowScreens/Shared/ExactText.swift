/// A text that is compared byte by byte.
///
/// Swift compares the canonical forms of strings, which takes quadratic time for a long sequence of combining marks.
/// Identifiers from a document can be such texts.
struct ExactText: Hashable {
  let text: String

  static func == (left: ExactText, right: ExactText) -> Bool { left.text.isExactly(right.text) }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension String {
  /// Returns a Boolean value that indicates whether both texts have the same bytes.
  package func isExactly(_ other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }
}
