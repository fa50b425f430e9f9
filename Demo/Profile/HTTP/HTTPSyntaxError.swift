/// What breaks the grammar of HTTP, in a request as in an answer.
enum HTTPSyntaxError: Error, Equatable, Sendable {
  /// The head has more bytes than the limit.
  case headTooLong(limit: Int)
  /// Something else than the grammar has at that place, with what was expected and found.
  case malformed(String)
}
