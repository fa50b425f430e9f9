import Foundation

/// The limits of one client.
struct ServerLimits: Sendable {
  /// The time limit for receiving a request, and for sending its response.
  var time: Duration = .seconds(5)
  /// The maximum size of the request line and header fields together, in bytes.
  var headBytes = 8 * 1024
  /// The maximum size of a body, in bytes.
  var bodyBytes = 64 * 1024
  /// The maximum number of connections. A further one replaces the oldest that has sent no complete request in
  /// its ``grace``.
  var connections = Self.connections(descriptors: sysconf(Int32(_SC_OPEN_MAX)))
  /// The time that a connection has at least for sending its request.
  var grace: Duration = .milliseconds(100)

  /// The usual number of connections of a process that may open that many files. Half of them are for other uses, such as the
  /// store, whatever connects.
  static func connections(descriptors: Int) -> Int {
    // Negative for no limit.
    descriptors < 0 ? 512 : min(512, max(1, descriptors / 2))
  }
}
