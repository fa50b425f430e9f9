import FlowMarkup
import WebServing

/// The names and texts of a posted form, in the order of the page.
struct PostedFields: Sendable {
  private(set) var pairs: [(String, String)] = []
  /// The files, by the names of their fields.
  private(set) var files: [(name: String, file: PostedFile)] = []

  /// A file of a posted form.
  struct PostedFile: Sendable {
    let name: String
    let mediaType: String
    let bytes: [UInt8]
  }

  /// Creates fields for a test or from another encoding.
  init(_ pairs: [(String, String)], files: [(name: String, file: PostedFile)] = []) {
    self.pairs = pairs
    self.files = files
  }

  /// Reads a body of the type `application/x-www-form-urlencoded`.
  ///
  /// - Throws: A ``PageFault`` if a text isn't UTF-8 or takes too long to compare, or if there are too many fields.
  init(urlEncoded body: [UInt8], most: Int) throws(PageFault) {
    for pair in body.split(separator: UInt8(ascii: "&")) {
      guard pairs.count < most else { throw .tooLarge }
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let texts = parts.map { String(validating: $0.percentDecoded(plusIsSpace: true), as: UTF8.self) }
      guard let name = texts[0], let value = texts.count > 1 ? texts[1] : "" else { throw .malformed }
      try Self.check(name, value)
      pairs.append((name, value))
    }
  }

  /// Checks that a name and a text can be compared with others soon.
  ///
  /// - Throws: ``PageFault/malformed`` if the name is longer than any of a page, or if the text has too many combining
  ///   marks in a row.
  static func check(_ name: String, _ text: String = "") throws(PageFault) {
    guard name.utf8.count <= 256, !text.isTooSlowToCompare else { throw .malformed }
  }

  /// The text of the first hidden input with a name; nil if there is none, or if it is longer than any of a page.
  subscript(name: String) -> String? {
    let text = pairs.first { $0.0.utf8.elementsEqual(name.utf8) }?.1
    return text.flatMap { $0.utf8.count <= 4_096 ? $0 : nil }
  }
}
