/// Reads one HTTP/1.1 request, in whatever pieces it arrives.
///
/// A value without socket or clock. It is strict: what a careful client never sends is refused at once rather than
/// waited out, and nothing beyond the limits is kept. After a request or a failure it stays there and ignores the rest.
struct RequestParser: Sendable {
  /// How far the reading has come.
  enum Progress: Equatable, Sendable {
    /// The request is not complete.
    case needMore
    /// The request is complete.
    case request(HTTPRequest)
    /// There is no request here.
    case failure(HTTPFailure)
  }

  /// How far the reading has come.
  private(set) var progress = Progress.needMore
  /// Whether anything has arrived at all.
  var isEmpty: Bool { lines.count == 0 }

  private let limits: ServerLimits
  private var head = RequestHead()
  private var lines: HeadLines
  private var unfinished: (request: HTTPRequest, missing: Int)?

  /// Nothing read yet.
  init(limits: ServerLimits) {
    self.limits = limits
    lines = HeadLines(limit: limits.headBytes)
  }

  /// Reads the next bytes.
  mutating func feed(_ bytes: some Sequence<UInt8>) -> Progress {
    for byte in bytes {
      guard progress == .needMore else { break }
      do throws(HTTPFailure) {
        if unfinished == nil { try readHead(byte) } else { readBody(byte) }
      } catch {
        progress = .failure(error)
      }
    }
    return progress
  }

  private mutating func readBody(_ byte: UInt8) {
    unfinished?.request.body.append(byte)
    unfinished?.missing -= 1
    finishIfComplete()
  }

  private mutating func finishIfComplete() {
    if let (request, missing) = unfinished, missing == 0 { progress = .request(request) }
  }

  private mutating func readHead(_ byte: UInt8) throws(HTTPFailure) {
    guard let line = try nextLine(byte) else { return }
    guard line.isEmpty else { return try head.read(line) }
    // Empty lines before a request are allowed: some clients send one too many after the last.
    guard head.hasStarted else { return }
    unfinished = try head.finish(limits: limits)
    finishIfComplete()
  }

  private mutating func nextLine(_ byte: UInt8) throws(HTTPFailure) -> [UInt8]? {
    do throws(HTTPSyntaxError) {
      return try lines.read(byte)
    } catch {
      throw HTTPFailure(error)
    }
  }
}

extension HTTPFailure {
  /// The refusal of a request that breaks the grammar.
  static func malformed(_ detail: String) -> HTTPFailure {
    HTTPFailure(status: .badRequest, sentence: "The request is malformed: \(detail).")
  }

  /// The refusal for what is wrong with the head.
  init(_ error: HTTPSyntaxError) {
    switch error {
    case .headTooLong(let limit):
      self.init(status: .headerTooLarge, sentence: "The head is too long: expected at most \(limit) bytes.")
    case .malformed(let detail):
      self = .malformed(detail)
    }
  }
}
