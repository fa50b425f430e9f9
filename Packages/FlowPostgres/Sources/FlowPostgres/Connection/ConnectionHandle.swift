import CLibPQ
import Dispatch
import Foundation

/// libpq's object for a connection. Confined to the connection that has it.
final class ConnectionHandle {
  private(set) var connection: OpaquePointer?
  /// What calls when the socket has something to read, or takes more; and when an answer is late.
  var reading: (any DispatchSourceRead)?
  var writing: (any DispatchSourceWrite)?
  var watchdog: (any DispatchSourceTimer)?

  /// Begins to connect. Returns nil if there is no memory.
  init?(_ address: ServerAddress) {
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

  /// Closes the connection.
  func finish() {
    reading?.cancel()
    writing?.cancel()
    watchdog?.cancel()
    (reading, writing, watchdog) = (nil, nil, nil)
    if let connection { PQfinish(connection) }
    connection = nil
  }
}
