/// Parses one HTTP/1.1 request, which may arrive in pieces of any size.
///
/// The parser is a value without a socket or clock. It is strict: it immediately refuses data that a correct client
/// never sends, and stores nothing beyond the limits. After a request or a failure, it ignores further bytes.
struct RequestParser: Sendable {
  /// The progress of the parser.
  enum Progress: Equatable, Sendable {
    /// The request is incomplete.
    case needMore
    /// The request is complete.
    case request(HTTPRequest)
    /// The data is not a valid request.
    case failure(HTTPFailure)
  }

  /// The progress so far.
  private(set) var progress = Progress.needMore
  /// Whether any bytes have arrived.
  var isEmpty: Bool { lines.count == 0 }

  /// Whether the client waits for permission to send the body, and has not sent any part of it.
  var awaitsPermission: Bool {
    guard case .needMore = progress, head.expectsPermission, let unfinished else { return false }
    return unfinished.request.body.isEmpty
  }

  private let limits: ServerLimits
  private let authority: String?
  private var head = RequestHead()
  private var lines: HeadLines
  private var unfinished: (request: HTTPRequest, missing: Int)?

  /// Creates a parser. `authority` is the only host that requests may name. Nil accepts any host.
  init(limits: ServerLimits, authority: String? = nil) {
    self.limits = limits
    self.authority = authority
    lines = HeadLines(limit: limits.headBytes)
  }

  /// Parses the next bytes.
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
    // Empty lines before a request are allowed, because some clients send an extra one after the previous request.
    guard head.hasStarted else { return }
    unfinished = try head.finish(limits: limits, authority: authority)
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
  /// Returns the refusal of a request with a syntax error.
  package static func malformed(_ detail: String) -> HTTPFailure {
    HTTPFailure(status: .badRequest, sentence: "The request is malformed: \(detail).")
  }

  /// Creates the refusal of a request with an invalid head.
  init(_ error: HTTPSyntaxError) {
    switch error {
    case .headTooLong(let limit):
      self.init(status: .headerTooLarge, sentence: "The head is too long: expected at most \(limit) bytes.")
    case .malformed(let detail):
      self = .malformed(detail)
    }
  }
}
