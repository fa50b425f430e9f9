/// The request line and header fields of a request, parsed line by line.
struct RequestHead: Sendable {
  private var start: HTTPRequest?
  private var isVersion11 = true
  private var hosts = 0
  private var contentLength: Int?
  private var hasTransferEncoding = false

  /// Whether the request line has been read.
  var hasStarted: Bool { start != nil }

  /// Parses the next line, which is not empty.
  mutating func read(_ line: [UInt8]) throws(HTTPFailure) {
    guard start != nil else { return try readRequestLine(line) }
    do throws(HTTPSyntaxError) {
      try readField(HeaderField(line))
    } catch {
      throw HTTPFailure(error)
    }
  }

  /// Ends the head. Returns the request, and the number of body bytes to expect.
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

  private mutating func readRequestLine(_ line: [UInt8]) throws(HTTPFailure) {
    let parts = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard parts.count == 3, HTTPToken.matches(parts[0]), !parts[1].isEmpty, !line.contains(0x09) else {
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

  private mutating func readField(_ field: HeaderField) throws(HTTPSyntaxError) {
    switch field.name {
    case "host": hosts += 1
    case "transfer-encoding": hasTransferEncoding = true
    case "content-length": contentLength = try field.contentLength(after: contentLength)
    default: break
    }
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
}
