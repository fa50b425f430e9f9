package import NIOCore

/// The connections that a server has at most, and the time that a client has.
package struct ConnectionLimits: Sendable {
  /// The maximum number of connections. By default, it leaves most file descriptors to the program.
  package var connections = min(64, FileDescriptors.limit / 4)
  /// The time for the head of a request, since the connection was opened or the previous request was answered.
  package var headTime = TimeAmount.seconds(15)
  /// The time for the body of a request, since its head has arrived.
  package var bodyTime = TimeAmount.seconds(30)
  /// The time in which a client reads a part of its answers, when no more of them can be sent.
  package var readTime = TimeAmount.seconds(30)
  /// The time for which the server still receives from a client that it has answered before the end of the request.
  /// A connection that is closed at once would often lose the answer.
  package var farewellTime = TimeAmount.seconds(1)
  /// The number of bytes that it receives in this time.
  package var farewellBytes = FormFields.limit
  /// The time between two looks for free file descriptors, while there are too few.
  package var retryTime = TimeAmount.seconds(1)
  /// Whether the process has enough file descriptors for another connection.
  package var hasDescriptors: @Sendable () -> Bool = { FileDescriptors.areFree(min(64, FileDescriptors.limit / 4)) }
  /// Whether a client is known by a whole request, and not by a token that the program checks.
  package var welcomesRequests = false

  package init() {}
}
