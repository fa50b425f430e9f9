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
    guard !text.utf8.contains(0) else { throw .invalidAddress("it has a zero byte") }
    // libpq's message isn't used, because it can quote a part of the password.
    guard let options = PQconninfoParse(text, nil) else {
      throw .invalidAddress(
        "expected a URL with percent-encoded special characters, or keywords and values, such as 'host=db dbname=shop'")
    }
    defer { PQconninfoFree(options) }
    var values: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    let host = values["host"] ?? values["hostaddr"] ?? ""
    let (port, database) = (values["port"] ?? "", values["dbname"] ?? "")
    let isURL = text.hasPrefix("postgresql://") || text.hasPrefix("postgres://")
    // A '/' or '@' in a password ends it early, so that the rest is read as a host, a port or a database. A host that begins
    // with '@' is an abstract socket.
    if isURL,
      !port.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "," }) || database.contains("@")
        || host.split(separator: ",").contains(where: { $0.dropFirst().contains("@") })
    {
      throw .invalidAddress("a character of the user or password must be percent-encoded")
    }
    // A socket folder isn't part of a URL's authority.
    let place = host.hasPrefix("/") ? "" : host + (port.isEmpty ? "" : ":\(port)")
    let folder = host.hasPrefix("/") ? "?host=\(host)" : ""
    description = "postgresql://\(values["user"].map { "\($0)@" } ?? "")\(place)/\(database)\(folder)"
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
