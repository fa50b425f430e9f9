import Foundation

/// The limits of one client.
struct ServerLimits: Sendable {
  /// The time limit for receiving a request, and for sending its response.
  var time: Duration = .seconds(5)
  /// The maximum size of the request line and header fields together, in bytes.
  var headBytes = 8 * 1024
  /// The maximum size of a body, in bytes.
  var bodyBytes = 64 * 1024
  /// The maximum number of connections. A further connection replaces the oldest one that has not sent a complete
  /// request within its ``grace``.
  var connections = Self.connections(descriptors: sysconf(Int32(_SC_OPEN_MAX)))
  /// The minimum time that a connection has for sending its request.
  var grace: Duration = .milliseconds(100)

  /// Returns the usual number of connections for a maximum number of open files. Half of the descriptors remain
  /// available for other uses, such as the store.
  static func connections(descriptors: Int) -> Int {
    // A negative number means no limit.
    descriptors < 0 ? 512 : min(512, max(1, descriptors / 2))
  }
}
