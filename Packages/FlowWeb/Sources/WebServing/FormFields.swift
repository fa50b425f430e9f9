/// The fields of a form or a query, as `application/x-www-form-urlencoded`.
package struct FormFields: Sendable, Equatable {
  /// The maximum size of a form in bytes: a message of the largest size, encoded.
  package static let limit = 4 << 20

  private var values: [String: String] = [:]

  package init() {}

  /// Reads encoded text. Of several fields with the same name, the first is used. A name that is longer than any of a
  /// page is left out, because long names can take hours to compare.
  package init(_ text: some StringProtocol) {
    for (name, value) in EncodedPairs(Array(text.utf8)) {
      guard name.count <= 256 else { continue }
      let name = String(decoding: name, as: UTF8.self)
      guard name.utf8.count <= 256 else { continue }
      if values[name] == nil { values[name] = String(decoding: value, as: UTF8.self) }
    }
  }

  /// Returns the text of a field, without spaces around it; nil if it is empty or missing.
  package func text(_ name: String) -> String? {
    guard let value = values[name] else { return nil }
    let trimmed = value.drop { $0.isWhitespace }
    guard let end = trimmed.lastIndex(where: { !$0.isWhitespace }) else { return nil }
    return String(trimmed[...end])
  }
}
