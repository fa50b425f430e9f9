import Foundation

/// The limits of one client.
package struct ServerLimits: Sendable {
  /// The time limit for receiving a request, and for sending its response.
  package var time: Duration
  /// The maximum size of the request line and header fields together, in bytes.
  package var headBytes: Int
  /// The maximum size of a body, in bytes.
  package var bodyBytes: Int
  /// The maximum number of connections. A further connection replaces the oldest one that has not sent a complete
  /// request within its ``grace``.
  package var connections: Int
  /// The minimum time that a connection has for sending its request.
  package var grace: Duration

  /// Creates limits. The usual number of connections depends on the system's limit for open files.
  package init(
    time: Duration = .seconds(5), headBytes: Int = 8 * 1024, bodyBytes: Int = 64 * 1024, connections: Int? = nil,
    grace: Duration = .milliseconds(100)
  ) {
    self.time = time
    self.headBytes = headBytes
    self.bodyBytes = bodyBytes
    self.connections = connections ?? Self.connections(descriptors: sysconf(Int32(_SC_OPEN_MAX)))
    self.grace = grace
  }

  /// Returns the usual number of connections for a maximum number of open files. Half of the descriptors remain
  /// available for other uses, such as the store.
  static func connections(descriptors: Int) -> Int {
    // A negative number means no limit.
    descriptors < 0 ? 512 : min(512, max(1, descriptors / 2))
  }
}
