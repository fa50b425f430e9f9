import FlowCommandLine

/// A header field of a message.
struct HeaderField: Equatable, Sendable {
  /// The name in lower case. Names are case-insensitive.
  let name: String
  /// The value, without surrounding blanks.
  let value: String

  /// Parses a line such as `Host: 127.0.0.1`.
  init(_ line: [UInt8]) throws(HTTPSyntaxError) {
    // Spaces before the colon and continuation lines are also refused, because both have been used to mislead servers.
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), HTTPToken.matches(line[..<colon]) else {
      throw .malformed("expected a header field such as 'Host: 127.0.0.1'")
    }
    name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
    var bytes = line[line.index(after: colon)...]
    while let first = bytes.first, Self.isBlank(first) { bytes.removeFirst() }
    while let last = bytes.last, Self.isBlank(last) { bytes.removeLast() }
    value = String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the value of a Content-Length field. `earlier` is the value of an earlier one.
  func contentLength(after earlier: Int?) throws(HTTPSyntaxError) -> Int {
    guard !value.isEmpty, value.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      throw .malformed("expected a number as Content-Length, found \(value.quoted)")
    }
    // A number that does not fit an `Int` is valid, but exceeds any limit.
    let length = Int(value) ?? .max
    guard earlier == nil || earlier == length else {
      throw .malformed("expected one Content-Length, found two that differ")
    }
    return length
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}

/// A token in HTTP's grammar: a method or the name of a field.
enum HTTPToken {
  /// Returns whether the bytes are a token.
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
