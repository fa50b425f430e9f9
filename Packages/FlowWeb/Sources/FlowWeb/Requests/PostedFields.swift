import FlowScreens
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

    /// The name without invisible marks, which a form refuses, and with about as many bytes as a folder keeps.
    var safeName: String {
      let seen = name.unicodeScalars.filter { String($0).printable.unicodeScalars.count == 1 }
      let end = String(decoding: String(seen).utf8.suffix(255), as: UTF8.self)
      return end.isEmpty ? "file" : end
    }
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
    for pair in EncodedPairs(body) {
      guard pairs.count < most else { throw .tooLarge }
      guard let name = String(validating: pair.name, as: UTF8.self),
        let value = String(validating: pair.value, as: UTF8.self)
      else { throw .malformed }
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

  /// The names and texts of the fields, without the hidden inputs of the page.
  ///
  /// Hidden inputs come first. A field of the form may have the name of one, and then its text is the second with this name.
  ///
  /// - Parameter hidden: The names of the hidden inputs.
  /// - Returns: The names and texts, in the order of the page.
  func entries(besides hidden: [String]) -> [(String, String)] {
    var rest = hidden
    return pairs.filter { pair in
      guard let place = rest.firstIndex(where: { $0.utf8.elementsEqual(pair.0.utf8) }) else { return true }
      rest.remove(at: place)
      return false
    }
  }

  /// Whether an input with a name has a text.
  func contains(_ text: String, in name: String) -> Bool {
    pairs.contains { $0.0.utf8.elementsEqual(name.utf8) && $0.1.utf8.elementsEqual(text.utf8) }
  }

  /// The text of the first hidden input with a name; nil if there is none, or if it is longer than any of a page.
  subscript(name: String) -> String? {
    let text = pairs.first { $0.0.utf8.elementsEqual(name.utf8) }?.1
    return text.flatMap { $0.utf8.count <= 4_096 ? $0 : nil }
  }
}
