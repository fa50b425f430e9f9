/// What one client may ask of the profile server before it is refused.
struct ServerLimits: Sendable {
  /// How long a request may take to arrive, and its answer to leave.
  var time: Duration = .seconds(5)
  /// The most bytes of request line and header fields together.
  var headBytes = 8 * 1024
  /// The most bytes of a body.
  var bodyBytes = 64 * 1024
  /// The most connections at once; further ones wait in the system's queue.
  var connections = 64
}
