/// One field of a message's head.
struct HeaderField: Equatable, Sendable {
  /// The name in lower case, as upper case means the same.
  let name: String
  /// The value, without the blanks around it.
  let value: String

  /// Reads a line such as `Host: 127.0.0.1`.
  init(_ line: [UInt8]) throws(HTTPSyntaxError) {
    // Also refuses a space before the colon and lines that continue the one before: both have fooled servers.
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), HTTPToken.matches(line[..<colon]) else {
      throw .malformed("expected a header field such as 'Host: 127.0.0.1'")
    }
    name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
    var bytes = line[line.index(after: colon)...]
    while let first = bytes.first, Self.isBlank(first) { bytes.removeFirst() }
    while let last = bytes.last, Self.isBlank(last) { bytes.removeLast() }
    value = String(decoding: bytes, as: UTF8.self)
  }

  /// The number of bytes that a Content-Length announces; `earlier` is what one before it announced.
  func contentLength(after earlier: Int?) throws(HTTPSyntaxError) -> Int {
    guard !value.isEmpty, value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      throw .malformed("expected a number as Content-Length, found \(value.quoted)")
    }
    // More digits than an Int holds are a number all the same, and too large by any limit.
    let length = Int(value) ?? .max
    guard earlier == nil || earlier == length else {
      throw .malformed("expected one Content-Length, found two that differ")
    }
    return length
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

/// What the grammar of HTTP calls a token: a method, the name of a field.
enum HTTPToken {
  /// Whether the bytes are a token.
  static func matches(_ bytes: ArraySlice<UInt8>) -> Bool {
    !bytes.isEmpty
      && bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default:
          "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
