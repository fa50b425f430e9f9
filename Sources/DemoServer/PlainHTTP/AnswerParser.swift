import FlowCommandLine

/// Parses one HTTP/1.1 response, which may arrive in pieces of any size.
///
///     var parser = AnswerParser()
///     parser.feed(bytes)          // .needMore until the response is complete
///     parser.end()                // the server closed the connection
///
/// The parser is a value without a socket or clock. It is strict, stores nothing beyond the limits, and skips
/// provisional responses (1xx). After a response or a failure, it ignores further bytes.
struct AnswerParser: Sendable {
  /// The progress of the parser.
  enum Progress: Equatable, Sendable {
    /// The response is incomplete.
    case needMore
    /// The response is complete, or its body has reached the limit.
    case answer(HTTPAnswer)
    /// The data is not a response.
    case failure(Failure)
  }

  /// The reason why parsing failed.
  enum Failure: Error, Equatable, Sendable {
    /// The connection ended before the response was complete.
    case cutOff
    /// The data is not valid HTTP.
    case malformed(HTTPSyntaxError)
  }

  /// The progress so far.
  private(set) var progress = Progress.needMore

  private let limits: AnswerLimits
  private var lines: HeadLines
  private var head = AnswerHead()
  private var framing: BodyFraming?
  private var body: [UInt8] = []

  /// Creates a parser.
  init(limits: AnswerLimits = AnswerLimits()) {
    self.limits = limits
    lines = HeadLines(limit: limits.headBytes)
  }

  /// Parses the next bytes.
  @discardableResult
  mutating func feed(_ bytes: ArraySlice<UInt8>) -> Progress {
    var rest = bytes
    do throws(HTTPSyntaxError) {
      while progress == .needMore, let first = rest.first {
        if framing == nil {
          rest.removeFirst()
          try readHead(first)
        } else {
          try readBody(&rest)
        }
      }
    } catch {
      progress = .failure(.malformed(error))
    }
    return progress
  }

  /// Ends the data.
  @discardableResult
  mutating func end() -> Progress {
    guard progress == .needMore else { return progress }
    if case .untilClose = framing { finish() } else { progress = .failure(.cutOff) }
    return progress
  }

  private mutating func readHead(_ byte: UInt8) throws(HTTPSyntaxError) {
    let line = try lines.read(byte)
    if head.status == nil {
      let start = line ?? lines.unfinished
      guard zip(start, AnswerHead.beginning).allSatisfy(==) else {
        throw .malformed("expected 'HTTP/1.', found \(String(decoding: start, as: UTF8.self).quoted)")
      }
    }
    guard let line else { return }
    guard line.isEmpty else { return try head.read(line) }
    let framing = try head.framing(limits: limits)
    guard !head.isProvisional else { return head = AnswerHead() }
    self.framing = framing
    // A length above the limit is sufficient for the outcome. The body is not needed.
    if case .length(let count) = framing, count == 0 || count > limits.bodyBytes { finish() }
  }

  private mutating func readBody(_ rest: inout ArraySlice<UInt8>) throws(HTTPSyntaxError) {
    switch framing {
    case .length(let count):
      take(count - body.count, of: &rest)
      if body.count == count { finish() }
    case .chunked(var chunks):
      try chunks.read(&rest, into: &body, limit: limits.bodyBytes)
      framing = .chunked(chunks)
      if chunks.isOver { finish() }
    case .untilClose, nil:
      take(.max, of: &rest)
    }
    if body.count >= limits.bodyBytes { finish() }
  }

  private mutating func take(_ count: Int, of rest: inout ArraySlice<UInt8>) {
    let piece = rest.prefix(min(count, limits.bodyBytes - body.count))
    body += piece
    rest.removeFirst(piece.count)
  }

  private mutating func finish() {
    progress = .answer(HTTPAnswer(status: head.status ?? 0, announcedLength: head.contentLength, body: body))
  }
}
