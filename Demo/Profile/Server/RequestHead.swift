/// The request line and the header fields, line by line.
struct RequestHead: Sendable {
  private var start: HTTPRequest?
  private var isVersion11 = true
  private var hosts = 0
  private var contentLength: Int?
  private var hasTransferEncoding = false

  /// Whether the request line has been read.
  var hasStarted: Bool { start != nil }

  /// Reads the next line, which is not empty.
  mutating func read(_ line: ArraySlice<UInt8>) throws(HTTPFailure) {
    // Nothing in these lines may be a control character but the tab in a field's value.
    guard line.allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }) else {
      throw .malformed("found a control character in the head")
    }
    if start == nil { try readRequestLine(line) } else { try readField(line) }
  }

  /// Ends the head: what the request is, and how many bytes of its body are to come.
  func finish(limits: ServerLimits) throws(HTTPFailure) -> (request: HTTPRequest, missing: Int) {
    guard let start else { throw .malformed("expected a request line") }
    guard hosts == 1 || (hosts == 0 && !isVersion11) else {
      throw .malformed("expected one Host field, found \(hosts)")
    }
    guard !hasTransferEncoding else {
      throw HTTPFailure(
        status: .notImplemented, sentence: "Transfer codings are not supported: expected a Content-Length.")
    }
    guard let contentLength else {
      guard start.method != "PUT" else {
        throw HTTPFailure(status: .lengthRequired, sentence: "The length is missing: expected a Content-Length.")
      }
      return (start, 0)
    }
    guard contentLength <= limits.bodyBytes else {
      throw HTTPFailure(
        status: .contentTooLarge, sentence: "The body is too long: expected at most \(limits.bodyBytes) bytes.")
    }
    return (start, contentLength)
  }

  private mutating func readRequestLine(_ line: ArraySlice<UInt8>) throws(HTTPFailure) {
    let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard parts.count == 3, Self.isToken(parts[0]), !parts[1].isEmpty, !line.contains(0x09) else {
      throw .malformed("expected a line such as 'GET /profile HTTP/1.1'")
    }
    switch String(decoding: parts[2], as: UTF8.self) {
    case "HTTP/1.1": isVersion11 = true
    case "HTTP/1.0": isVersion11 = false
    case let version where version.hasPrefix("HTTP/"):
      throw HTTPFailure(status: .versionNotSupported, sentence: "Expected HTTP/1.1, found \(version.quoted).")
    default:
      throw .malformed("expected a line such as 'GET /profile HTTP/1.1'")
    }
    start = HTTPRequest(
      method: String(decoding: parts[0], as: UTF8.self), path: Self.path(String(decoding: parts[1], as: UTF8.self)))
  }

  private mutating func readField(_ line: ArraySlice<UInt8>) throws(HTTPFailure) {
    // Also refuses a space before the colon and lines that continue the one before: both have fooled servers.
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), Self.isToken(line[..<colon]) else {
      throw .malformed("expected a header field such as 'Host: 127.0.0.1'")
    }
    let value = String(decoding: line[line.index(after: colon)...], as: UTF8.self)
    switch String(decoding: line[..<colon], as: UTF8.self).lowercased() {
    case "host": hosts += 1
    case "transfer-encoding": hasTransferEncoding = true
    case "content-length": try readContentLength(value)
    default: break
    }
  }

  private mutating func readContentLength(_ value: String) throws(HTTPFailure) {
    let digits = value.drop { $0 == " " || $0 == "\t" }
      .reversed().drop { $0 == " " || $0 == "\t" }.reversed()
    guard !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }) else {
      throw .malformed("expected a number as Content-Length, found \(value.quoted)")
    }
    // More digits than an Int holds are a number all the same, and too large by any limit.
    let length = Int(String(digits)) ?? .max
    guard contentLength == nil || contentLength == length else {
      throw .malformed("expected one Content-Length, found two that differ")
    }
    contentLength = length
  }

  /// The path of a target in origin form (`/profile?x`) or absolute form (`http://host/profile`).
  private static func path(_ target: String) -> String {
    var rest = target[...]
    if !rest.hasPrefix("/"), let scheme = rest.firstRange(of: "://") {
      let authority = rest[scheme.upperBound...]
      rest = authority[(authority.firstIndex { $0 == "/" || $0 == "?" } ?? authority.endIndex)...]
      if !rest.hasPrefix("/") { rest = "/" + rest }
    }
    return String(rest.prefix { $0 != "?" && $0 != "#" })
  }

  /// Whether the bytes are what the grammar of HTTP calls a token.
  private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
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
