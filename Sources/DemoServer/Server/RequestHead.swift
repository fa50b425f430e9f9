import FlowCommandLine

/// The request line and header fields of a request, parsed line by line.
struct RequestHead: Sendable {
  private var start: HTTPRequest?
  private var isVersion11 = true
  private var hosts: [String] = []
  /// The authority of a target in absolute form. It takes precedence over the Host field.
  private var targetAuthority: String?
  private var expectation: String?
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

  /// Whether the client waits for permission to send the body.
  var expectsPermission: Bool { expectation != nil && isVersion11 }

  /// Ends the head. Returns the request, and the number of body bytes to expect.
  ///
  /// `authority` is the server's address and port. Nil accepts any host.
  func finish(limits: ServerLimits, authority: String?) throws(HTTPFailure) -> (request: HTTPRequest, missing: Int) {
    guard let start else { throw .malformed("expected a request line") }
    guard hosts.count == 1 || (hosts.isEmpty && !isVersion11) else {
      throw .malformed("expected one Host field, found \(hosts.count)")
    }
    if let authority { try check(authority) }
    if let expectation, expectation != "100-continue", isVersion11 {
      throw HTTPFailure(
        status: .expectationFailed,
        sentence: "The expectation \(expectation.quoted) is not supported: expected '100-continue'.")
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

  /// Refuses a request for another host. Otherwise, a website whose name resolves to this address could use the server
  /// through the user's browser.
  private func check(_ authority: String) throws(HTTPFailure) {
    for found in [hosts.first ?? "", targetAuthority ?? authority] where found.lowercased() != authority {
      throw HTTPFailure(
        status: .misdirectedRequest,
        sentence: "The request is for another host: expected \(authority.quoted), found \(found.quoted).")
    }
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
    let (authority, path) = Self.split(String(decoding: parts[1], as: UTF8.self))
    targetAuthority = authority
    start = HTTPRequest(method: String(decoding: parts[0], as: UTF8.self), path: path)
  }

  private mutating func readField(_ field: HeaderField) throws(HTTPSyntaxError) {
    switch field.name {
    case "host": hosts.append(field.value)
    case "expect": expectation = field.value.lowercased()
    case "transfer-encoding": hasTransferEncoding = true
    case "content-length": contentLength = try field.contentLength(after: contentLength)
    default: break
    }
  }

  /// Returns the parts of a target in origin form (`/profile?x`) or absolute form (`http://host/profile`).
  private static func split(_ target: String) -> (authority: String?, path: String) {
    var authority: String?
    var rest = target[...]
    if !rest.hasPrefix("/"), let scheme = rest.firstRange(of: "://") {
      let behind = rest[scheme.upperBound...]
      let end = behind.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? behind.endIndex
      authority = String(behind[..<end])
      rest = behind[end...]
      if !rest.hasPrefix("/") { rest = "/" + rest }
    }
    return (authority, String(rest.prefix { $0 != "?" && $0 != "#" }))
  }
}
