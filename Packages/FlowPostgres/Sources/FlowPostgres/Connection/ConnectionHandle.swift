import CLibPQ
import Dispatch
import Foundation

/// The libpq object of a connection. Confined to the connection's state.
final class ConnectionHandle {
  private(set) var connection: OpaquePointer?
  /// The timer that detects late answers.
  var watchdog: (any DispatchSourceTimer)?
  private let loop: SocketLoop
  /// The number of the socket in the loop.
  private var socket: Int?
  /// Whether data waits until the socket accepts more.
  private(set) var isWriting = false

  /// Starts to connect. Returns nil if there is no memory.
  init?(_ address: ServerAddress, _ loop: SocketLoop) {
    self.loop = loop
    // Later values take precedence, so the connection string can replace the defaults. The encoding comes last.
    let values = [
      ("fallback_application_name", "FlowState"), ("connect_timeout", "10"), ("tcp_user_timeout", "30000"),
      ("keepalives_idle", "30"), ("dbname", address.text), ("client_encoding", "UTF8"),
    ]
    let keywords = values.map { strdup($0.0) } + [nil]
    let texts = values.map { strdup($0.1) } + [nil]
    defer { for text in keywords + texts { free(text) } }
    connection = PQconnectStartParams(
      keywords.map { UnsafePointer($0) }, texts.map { UnsafePointer($0) }, 1)
    if connection == nil { return nil }
    // By default, notices go to standard error.
    _ = PQsetNoticeProcessor(connection, { _, _ in }, nil)
  }

  deinit {
    finish()
  }

  /// Calls a closure when the socket can be read or accepts more data. Returns false if the process has no more
  /// descriptors.
  func watch(_ ready: @escaping @Sendable () -> Void) -> Bool {
    socket = loop.add(PQsocket(connection), ready)
    return socket != nil
  }

  /// Sets whether data waits until the socket accepts more.
  func setWriting(_ isWriting: Bool) {
    guard let socket, self.isWriting != isWriting else { return }
    self.isWriting = isWriting
    loop.setWriting(isWriting, of: socket)
  }

  /// Closes the connection.
  func finish() {
    watchdog?.cancel()
    watchdog = nil
    if let socket { loop.remove(socket) }
    socket = nil
    if let connection { PQfinish(connection) }
    connection = nil
  }
}
