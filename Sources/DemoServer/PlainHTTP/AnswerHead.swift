import FlowCommandLine

/// The method that determines the end of a response's body.
enum BodyFraming: Sendable {
  /// A length in bytes.
  case length(Int)
  /// Chunks, each with its own length.
  case chunked(ChunkedBody)
  /// The end of the connection.
  case untilClose
}

/// The status line and header fields of a response, parsed line by line.
struct AnswerHead: Sendable {
  private(set) var status: Int?
  private(set) var contentLength: Int?
  private var isChunked = false

  /// The bytes that begin each response. Other data is rejected at its first wrong byte.
  static let beginning = Array("HTTP/1.".utf8)

  /// Whether this is a provisional response, which is followed by another response.
  var isProvisional: Bool { status.map { (100..<200).contains($0) } ?? false }

  /// Parses the next line, which is not empty.
  mutating func read(_ line: [UInt8]) throws(HTTPSyntaxError) {
    guard status != nil else { return status = try Self.status(line) }
    let field = try HeaderField(line)
    switch field.name {
    case "content-length": contentLength = try field.contentLength(after: contentLength)
    case "transfer-encoding":
      guard !isChunked, field.value.lowercased() == "chunked" else {
        throw .malformed("expected 'chunked' as Transfer-Encoding, found \(field.value.quoted)")
      }
      isChunked = true
    default: break
    }
  }

  /// Ends the head. Returns the method that determines the end of the body.
  func framing(limits: AnswerLimits) throws(HTTPSyntaxError) -> BodyFraming {
    guard let status else { throw .malformed("expected a line such as 'HTTP/1.1 200 OK'") }
    // If both were present, clients could disagree about the end of the body.
    guard !isChunked || contentLength == nil else {
      throw .malformed("expected Content-Length or Transfer-Encoding, found both")
    }
    if isProvisional || status == 204 || status == 304 { return .length(0) }
    if isChunked { return .chunked(ChunkedBody(trailerBytes: limits.headBytes)) }
    return contentLength.map(BodyFraming.length) ?? .untilClose
  }

  private static func status(_ line: [UInt8]) throws(HTTPSyntaxError) -> Int {
    let text = String(decoding: line, as: UTF8.self)
    let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    // The reason phrase may be missing. It is not used.
    guard parts.count >= 2, parts[0] == "HTTP/1.1" || parts[0] == "HTTP/1.0", parts[1].utf8.count == 3,
      parts[1].utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let status = Int(parts[1]), status >= 100
    else { throw .malformed("expected a line such as 'HTTP/1.1 200 OK', found \(text.quoted)") }
    return status
  }
}
