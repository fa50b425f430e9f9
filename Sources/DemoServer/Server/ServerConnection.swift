import Foundation

/// A connection of one client. It reads a request, writes the response, and waits until the client has read it.
///
/// The connection is a value that the server's loop owns. It never blocks.
struct ServerConnection {
  /// The state of the connection.
  private enum Phase {
    case reading(RequestParser)
    case writing(ArraySlice<UInt8>)
    /// The response has been sent. Further input is discarded. Otherwise, closing the socket with unread bytes would
    /// reset the connection, and the client might not receive the response.
    case draining(remaining: Int)
    case over
  }

  /// The socket. The loop closes it when ``isOver`` is true.
  let socket: Int32
  /// The time limit of the current state.
  private(set) var deadline: ContinuousClock.Instant
  /// The time after which other connections can replace this one.
  let endOfGrace: ContinuousClock.Instant
  private let limits: ServerLimits
  private var phase: Phase

  /// Whether the server has permitted the client to send its body.
  private var hasPermitted = false

  /// Creates a newly accepted connection. `authority` is the address and port of the server.
  init(socket: Int32, limits: ServerLimits, authority: String?, now: ContinuousClock.Instant) {
    self.socket = socket
    self.limits = limits
    deadline = now + limits.time
    endOfGrace = now + limits.grace
    phase = .reading(RequestParser(limits: limits, authority: authority))
  }

  /// Whether the connection can be closed.
  var isOver: Bool { if case .over = phase { true } else { false } }

  /// Whether the client has sent nothing yet.
  var isIdle: Bool { if case .reading(let parser) = phase { parser.isEmpty } else { false } }

  /// Whether the client has not sent a complete request.
  var isReading: Bool { if case .reading = phase { true } else { false } }

  /// The event to wait for.
  var events: Int16 { if case .writing = phase { Int16(POLLOUT) } else { Int16(POLLIN) } }

  /// Handles a timeout. An incomplete request is refused. A connection whose client does not read the response is
  /// closed.
  mutating func expire(at now: ContinuousClock.Instant) {
    guard case .reading(let parser) = phase, !parser.isEmpty else {
      phase = .over
      return
    }
    let sentence = "The request was not complete within \(limits.time.inSeconds)."
    answer(HTTPResponse(.requestTimeout, error: sentence), at: now)
  }

  /// Handles the events of the socket. `route` returns the response to a complete request.
  mutating func advance(
    into buffer: inout [UInt8], now: ContinuousClock.Instant, route: (HTTPRequest) -> HTTPResponse
  ) {
    switch phase {
    case .reading(var parser):
      guard let bytes = receive(into: &buffer) else { return }
      let progress = parser.feed(bytes)
      phase = .reading(parser)
      switch progress {
      case .request(let request):
        answer(route(request), omittingBody: request.method == "HEAD", at: now)
      case .failure(let failure):
        answer(HTTPResponse(failure), at: now)
      case .needMore where bytes.isEmpty && parser.isEmpty:
        phase = .over
      case .needMore where bytes.isEmpty:
        answer(HTTPResponse(.malformed("it ended before it was complete")), at: now)
      case .needMore:
        if parser.awaitsPermission { permitBody() }
      }
    case .writing:
      write(at: now)
    case .draining(let remaining):
      guard let bytes = receive(into: &buffer) else { return }
      phase = bytes.isEmpty || bytes.count > remaining ? .over : .draining(remaining: remaining - bytes.count)
    case .over:
      break
    }
  }

  /// Permits the client to send the body. The short text always fits into the buffer of a new connection.
  private mutating func permitBody() {
    guard !hasPermitted else { return }
    hasPermitted = true
    _ = Socket.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)[...], on: socket)
  }

  /// Returns the bytes that have arrived. Returns no bytes at the end of the stream, and nil if nothing has arrived.
  private mutating func receive(into buffer: inout [UInt8]) -> ArraySlice<UInt8>? {
    let count = buffer.withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, 0) }
    if count >= 0 { return buffer.prefix(count) }
    if errno != EAGAIN, errno != EWOULDBLOCK, errno != EINTR { phase = .over }
    return nil
  }

  private mutating func answer(
    _ response: HTTPResponse, omittingBody: Bool = false, at now: ContinuousClock.Instant
  ) {
    phase = .writing(response.bytes(omittingBody: omittingBody)[...])
    deadline = now + limits.time
    // The system usually accepts the whole response immediately, which saves an iteration of the loop.
    write(at: now)
  }

  private mutating func write(at now: ContinuousClock.Instant) {
    guard case .writing(let bytes) = phase else { return }
    let count = Socket.send(bytes, on: socket)
    guard count >= 0 else {
      if errno != EAGAIN, errno != EWOULDBLOCK, errno != EINTR { phase = .over }
      return
    }
    let rest = bytes.dropFirst(count)
    phase = .writing(rest)
    guard rest.isEmpty else { return }
    shutdown(socket, Int32(SHUT_WR))
    phase = .draining(remaining: 1 << 20)
    // The time is short, because a client that never closes its connection takes the place of others.
    deadline = now + min(limits.time, .milliseconds(500))
  }
}

extension Duration {
  /// The duration in words, such as "5 seconds" or "0.2 seconds".
  var inSeconds: String {
    let seconds = self / .seconds(1)
    if seconds == 1 { return "1 second" }
    return seconds == seconds.rounded() ? "\(Int(seconds)) seconds" : "\(seconds) seconds"
  }
}
