/// A server's response over plain HTTP.
struct HTTPAnswer: Equatable, Sendable {
  /// The status, from 100 to 999.
  var status: Int
  /// The length that the server announced. Nil if it announced none.
  var announcedLength: Int?
  /// The body, up to the limit.
  var body: [UInt8] = []
}

/// The limits for reading a response.
struct AnswerLimits: Sendable {
  /// The maximum size of the status line and header fields in bytes, including those of provisional responses.
  var headBytes = 16 * 1024
  /// The maximum number of body bytes to read. It exceeds the maximum size of a profile by one, so that its reader
  /// detects a larger one.
  var bodyBytes = HTTPReply.sizeLimit + 1
}
