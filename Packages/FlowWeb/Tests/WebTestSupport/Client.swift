import Foundation

/// Calls a closure on a thread of its own, which it can block. The threads of tasks are few, and servers need them.
package func onThread(_ body: @escaping @Sendable () throws -> Void) async throws {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}

/// A connection that blocks, but not for longer than a minute. It is closed when its last reference is released.
package final class Client: Sendable {
  private let descriptor: Int32

  package init(port: UInt16) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    if result != 0 { throw POSIXError(.ECONNREFUSED) }
    var patience = timeval(tv_sec: 60, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
  }

  deinit {
    _ = Foundation.close(descriptor)
  }

  package func send(_ text: String) throws {
    let bytes = Array(text.utf8)
    // Without a signal if the other side has closed the connection.
    if Foundation.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) != bytes.count {
      throw POSIXError(.EIO)
    }
  }

  /// Receives until the other side closes the connection.
  package func receiveAll() throws -> String {
    var text = ""
    while true {
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = read(descriptor, &bytes, bytes.count)
      if count < 0, errno != ECONNRESET { throw POSIXError(.ETIMEDOUT) }
      if count <= 0 { return text }
      text += String(decoding: bytes[..<count], as: UTF8.self)
    }
  }

  /// Waits until the other side has closed a number of connections, or has sent something to them.
  package static func waitUntilClosed(_ count: Int, of clients: [Client]) throws {
    var open = clients
    while clients.count - open.count < count {
      var states = open.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
      guard poll(&states, nfds_t(states.count), 60_000) > 0 else { throw POSIXError(.ETIMEDOUT) }
      open = zip(open, states).filter { $0.1.revents == 0 }.map(\.0)
    }
  }

  /// Receives until a text has come, but not for much longer than a minute.
  package func receive(until end: String) throws -> String {
    var text = ""
    let deadline = DispatchTime.now() + .seconds(60)
    while !text.contains(end) {
      if DispatchTime.now() > deadline { throw POSIXError(.ETIMEDOUT) }
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = read(descriptor, &bytes, bytes.count)
      if count <= 0 { throw POSIXError(.EIO) }
      text += String(decoding: bytes[..<count], as: UTF8.self)
    }
    return text
  }
}
