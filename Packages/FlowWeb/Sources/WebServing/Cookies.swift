/// The cookies of a request.
package enum Cookies {
  /// Returns the values of the cookies with a name. A browser sends one for each path.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - header: The `Cookie` header; nil if the request has none.
  /// - Returns: The values, in the order of the header.
  package static func values(_ name: String, in header: String?) -> [String] {
    var values: [String] = []
    for pair in (header ?? "").split(separator: ";") {
      let parts = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingPrefix(while: \.isWhitespace) }
      if parts.count == 2, parts[0].utf8.elementsEqual(name.utf8) { values.append(String(parts[1])) }
    }
    return values
  }
}
