import DemoServer
package import Foundation
import Testing

/// A client that sends any bytes.
package final class RawClient: Sendable {
  private let descriptor: Int32
  private let authority: String

  package init(_ url: URL) throws {
    #if canImport(Glibc)
      descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    authority = "\(url.host() ?? ""):\(url.port ?? 0)"
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = UInt16(try #require(url.port)).bigEndian
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
    }
    guard result == 0 else { throw SystemFailure.last }
  }

  deinit {
    close(descriptor)
  }

  /// Sends all the bytes. A server that has closed the connection is not a failure.
  package func send(_ bytes: some Collection<UInt8>) {
    var rest = ArraySlice(bytes)
    while !rest.isEmpty {
      let count = Socket.send(rest, on: descriptor)
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Sends a text, with the server's address in place of the host `x`.
  package func send(_ text: String) {
    send(Array(addressed(text).utf8))
  }

  /// A request with the server's address in place of the host `x`.
  package func addressed(_ request: String) -> String {
    request.replacing("Host: x\r\n", with: "Host: \(authority)\r\n")
  }

  /// Ends the sending half of the connection.
  package func finishSending() {
    shutdown(descriptor, Int32(SHUT_WR))
  }

  /// Closes the connection with a reset.
  package func reset() {
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    shutdown(descriptor, Int32(SHUT_RDWR))
  }

  /// The next bytes that the server sends.
  package func read(count: Int) -> String {
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: count)
    while result.count < count {
      let received = recv(descriptor, &buffer, count - result.count, 0)
      guard received > 0 else { break }
      result += buffer.prefix(received)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Everything that the server sends until it closes.
  package func readAll() -> String {
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return String(decoding: result, as: UTF8.self) }
      result += buffer.prefix(count)
    }
  }

  /// The status of the answer, or nil without one.
  package func status() -> Int? {
    Int(readAll().dropFirst("HTTP/1.1 ".count).prefix(3))
  }
}
