import FlowMarkup

/// The fields of a form or a query, as `application/x-www-form-urlencoded`.
package struct FormFields: Sendable, Equatable {
  /// The maximum size of a form in bytes: a message of the largest size, encoded.
  package static let limit = 4 << 20

  private var values: [String: String] = [:]

  package init() {}

  /// Reads encoded text. Of several fields with the same name, the first is used.
  package init(_ text: some StringProtocol) {
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0]).percentDecoded(plusIsSpace: true)
      if values[name] == nil {
        values[name] = parts.count > 1 ? String(parts[1]).percentDecoded(plusIsSpace: true) : ""
      }
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
