import CLibPQ
import Dispatch
import Foundation

/// libpq's object for a connection. Confined to the state of the connection that has it.
final class ConnectionHandle {
  private(set) var connection: OpaquePointer?
  /// What calls when an answer is late.
  var watchdog: (any DispatchSourceTimer)?
  private let loop: SocketLoop
  /// The number of the socket in the loop.
  private var socket: Int?
  /// Whether something waits until the socket takes more.
  private(set) var isWriting = false

  /// Begins to connect. Returns nil if there is no memory.
  init?(_ address: ServerAddress, _ loop: SocketLoop) {
    self.loop = loop
    // What the connection string says comes later in the list, and counts more. The encoding comes last.
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
    // Notices would go to standard error.
    _ = PQsetNoticeProcessor(connection, { _, _ in }, nil)
  }

  deinit {
    finish()
  }

  /// Calls when the socket has something to read, or takes more. Returns false if the process has no more descriptors.
  func watch(_ ready: @escaping @Sendable () -> Void) -> Bool {
    socket = loop.add(PQsocket(connection), ready)
    return socket != nil
  }

  /// Says whether something waits until the socket takes more.
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
