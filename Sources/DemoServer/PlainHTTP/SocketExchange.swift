import Foundation

/// Sends one request over its own socket and reads the response. The socket is closed at the end.
///
///     let exchange = SocketExchange(request: request, wait: SocketWait(stop: stop, deadline: .now + .seconds(2)))
///     let answer = try exchange.run()
struct SocketExchange: Sendable {
  /// The request and its destination.
  let request: PlainRequest
  /// The wait, with its deadline and stop signal.
  let wait: SocketWait
  /// The limits for reading the response.
  var limits = AnswerLimits()

  /// Blocks the calling thread until the response is complete, the deadline passes or the wake-up is signaled.
  func run() throws(ExchangeFailure) -> HTTPAnswer {
    let addresses = try HostLookup.addresses(of: request.host, port: request.port, wait: wait)
    let socket = try connect(addresses)
    defer { close(socket) }
    try send(on: socket)
    return try receive(on: socket)
  }

  /// Tries the addresses in order. If all fail, throws the error of the last one.
  private func connect(_ addresses: [SocketAddress]) throws(ExchangeFailure) -> Int32 {
    var failure = ExchangeFailure.unknownHost
    for (index, address) in addresses.enumerated() {
      do throws(ExchangeFailure) {
        return try connect(address, wait: wait.share(ofAttempts: addresses.count - index))
      } catch {
        guard error != .stopped else { throw error }
        failure = error
      }
    }
    throw failure
  }

  private func connect(_ address: SocketAddress, wait: SocketWait) throws(ExchangeFailure) -> Int32 {
    let socket: Int32
    do throws(SystemFailure) {
      socket = try Socket.open(address.family)
    } catch {
      throw .noConnection(error)
    }
    do throws(ExchangeFailure) {
      try begin(address, on: socket)
      try wait(for: socket, POLLOUT)
      var code: Int32 = 0
      var size = socklen_t(MemoryLayout<Int32>.size)
      guard getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &size) == 0 else { throw .noConnection(.last) }
      guard code == 0 else { throw .noConnection(SystemFailure(code: code)) }
      return socket
    } catch {
      close(socket)
      throw error
    }
  }

  private func begin(_ address: SocketAddress, on socket: Int32) throws(ExchangeFailure) {
    do throws(SystemFailure) {
      try address.connect(socket)
    } catch {
      throw .noConnection(error)
    }
  }

  private func send(on socket: Int32) throws(ExchangeFailure) {
    var rest = request.bytes[...]
    while !rest.isEmpty {
      try wait(for: socket, POLLOUT)
      let count = Socket.send(rest, on: socket)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if !Self.isTemporary(errno) {
        // A server may refuse a request before it has read everything. The response is still read.
        return
      }
    }
  }

  private func receive(on socket: Int32) throws(ExchangeFailure) -> HTTPAnswer {
    var parser = AnswerParser(limits: limits)
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while true {
      try wait(for: socket, POLLIN)
      let count = buffer.withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, 0) }
      guard count >= 0 || Self.isTemporary(errno) else { throw .lost }
      guard count >= 0 else { continue }
      switch count == 0 ? parser.end() : parser.feed(buffer[..<count]) {
      case .needMore: continue
      case .answer(let answer): return answer
      case .failure(.cutOff): throw .lost
      case .failure(.malformed(let error)): throw .malformed(error)
      }
    }
  }

  private static func isTemporary(_ code: Int32) -> Bool {
    code == EAGAIN || code == EWOULDBLOCK || code == EINTR
  }
}
