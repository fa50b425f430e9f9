/// The cookies of a request.
package enum Cookies {
  /// Returns the values of the cookies with a name. A browser sends one for each path.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - header: The `Cookie` header; nil if the request has none.
  /// - Returns: The values, in the order of the header.
  package static func values(_ name: String, in header: String?) -> [String] {
    guard let header else { return [] }
    var values: [String] = []
    for pair in header.utf8.split(separator: UInt8(ascii: ";")) {
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1).map { $0.drop(while: Self.isSpace) }
      if parts.count == 2, parts[0].elementsEqual(name.utf8) { values.append(String(Substring(parts[1]))) }
    }
    return values
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
