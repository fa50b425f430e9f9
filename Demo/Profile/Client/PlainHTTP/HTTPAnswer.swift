/// A server's response over plain HTTP.
struct HTTPAnswer: Equatable, Sendable {
  /// The status, from 100 to 999.
  var status: Int
  /// The length that the server announced, or nil.
  var announcedLength: Int?
  /// The body, up to the limit.
  var body: [UInt8] = []
}

/// The limits for reading a response.
struct AnswerLimits: Sendable {
  /// The maximum size of the status line and header fields in bytes, including those of provisional responses.
  var headBytes = 16 * 1024
  /// The maximum number of body bytes to read. One more than a profile may have, so that its reader detects the excess.
  var bodyBytes = HTTPReply.sizeLimit + 1
}
