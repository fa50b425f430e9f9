/// Reads one HTTP/1.1 answer, in whatever pieces it arrives.
///
///     var parser = AnswerParser()
///     parser.feed(bytes)          // .needMore, until the answer is whole
///     parser.end()                // the server has closed
///
/// A value without socket or clock. It is strict, keeps nothing beyond the limits, and skips the provisional answers
/// (1xx) before the final one. After an answer or a failure it stays there and ignores the rest.
struct AnswerParser: Sendable {
  /// How far the reading has come.
  enum Progress: Equatable, Sendable {
    /// The answer is not complete.
    case needMore
    /// The answer is complete, or its body is over the limit, where the reading ends.
    case answer(HTTPAnswer)
    /// There is no answer here.
    case failure(Failure)
  }

  /// Why there is no answer.
  enum Failure: Error, Equatable, Sendable {
    /// It ended before it was complete.
    case cutOff
    /// It is not the HTTP that was expected.
    case malformed(HTTPSyntaxError)
  }

  /// How far the reading has come.
  private(set) var progress = Progress.needMore

  private let limits: AnswerLimits
  private var lines: HeadLines
  private var head = AnswerHead()
  private var framing: BodyFraming?
  private var body: [UInt8] = []

  /// Nothing read yet.
  init(limits: AnswerLimits = AnswerLimits()) {
    self.limits = limits
    lines = HeadLines(limit: limits.headBytes)
  }

  /// Reads the next bytes.
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

  /// Learns that nothing more will come.
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
    // A length over the limit is answer enough: nobody will want that body.
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
