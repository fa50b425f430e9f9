/// What a server answered to a request over plain HTTP.
struct HTTPAnswer: Equatable, Sendable {
  /// The status, from 100 to 999.
  var status: Int
  /// The length that the server announced, if it did.
  var announcedLength: Int?
  /// The body, or as much of it as the limit allows.
  var body: [UInt8] = []
}

/// What may be read of an answer.
struct AnswerLimits: Sendable {
  /// The most bytes of the status line and the header fields together, those of provisional answers included.
  var headBytes = 16 * 1024
  /// Where the reading of the body ends: one byte more than a profile may have, so that its reader sees the excess.
  var bodyBytes = ProfileAnswer.sizeLimit + 1
}
