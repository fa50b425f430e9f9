import CLibPQ

/// The address of a server, from a connection string of libpq.
struct ServerAddress: Sendable, Hashable {
  /// The connection string: a URL, or keywords and values.
  let text: String
  /// The address for messages, without a password.
  let description: String

  /// Reads a connection string.
  ///
  /// - Parameter text: The connection string.
  /// - Throws: ``PostgresError/invalidAddress(_:)``.
  init(_ text: String) throws(PostgresError) {
    self.text = text
    var message: UnsafeMutablePointer<CChar>?
    guard !text.utf8.contains(0), let options = PQconninfoParse(text, &message) else {
      let reason = message.map { sentence($0) } ?? "it has a zero byte"
      PQfreemem(message)
      throw .invalidAddress(reason)
    }
    defer { PQconninfoFree(options) }
    var values: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    let host = values["host"] ?? values["hostaddr"] ?? ""
    // A socket folder isn't part of a URL's authority.
    let place = host.hasPrefix("/") ? "" : host + (values["port"].map { ":\($0)" } ?? "")
    let folder = host.hasPrefix("/") ? "?host=\(host)" : ""
    description = "postgresql://\(values["user"].map { "\($0)@" } ?? "")\(place)/\(values["dbname"] ?? "")\(folder)"
  }
}

/// Converts a message of libpq to a part of a sentence: its first line, without the full stop.
func sentence(_ message: UnsafePointer<CChar>) -> String {
  var lines = String(cString: message).split(whereSeparator: \.isNewline).map { line in
    String(line.drop { $0.isWhitespace })
  }
  lines.removeAll(where: \.isEmpty)
  guard var text = lines.first else { return "the server has given no reason" }
  // If libpq adds a hint, the reason for a failed connection is in the second line.
  if text.hasSuffix(":"), lines.count > 1 { text += " " + lines[1] }
  return text.hasSuffix(".") ? String(text.dropLast()) : text
}
