/// How an answer's body is told from what may follow it.
enum BodyFraming: Sendable {
  /// By its length.
  case length(Int)
  /// By chunks, each with a length of its own.
  case chunked(ChunkedBody)
  /// It ends with the connection.
  case untilClose
}

/// The status line and the header fields of an answer, line by line.
struct AnswerHead: Sendable {
  private(set) var status: Int?
  private(set) var contentLength: Int?
  private var isChunked = false

  /// How each answer begins; what begins otherwise is known at its first byte not to be one.
  static let beginning = Array("HTTP/1.".utf8)

  /// Whether this is a note on the way, with the answer still to come.
  var isProvisional: Bool { status.map { (100..<200).contains($0) } ?? false }

  /// Reads the next line, which is not empty.
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

  /// Ends the head: how the body is told.
  func framing(limits: AnswerLimits) throws(HTTPSyntaxError) -> BodyFraming {
    guard let status else { throw .malformed("expected a line such as 'HTTP/1.1 200 OK'") }
    // The server would let one reader see another body than the next.
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
    // The words after the number may be missing; nobody reads them.
    guard parts.count >= 2, parts[0] == "HTTP/1.1" || parts[0] == "HTTP/1.0", parts[1].utf8.count == 3,
      parts[1].utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let status = Int(parts[1]), status >= 100
    else { throw .malformed("expected a line such as 'HTTP/1.1 200 OK', found \(text.quoted)") }
    return status
  }
}
