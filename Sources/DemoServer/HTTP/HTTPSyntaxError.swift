/// An error in the syntax of HTTP, in a request or a response.
enum HTTPSyntaxError: Error, Equatable, Sendable {
  /// The head is larger than the limit.
  case headTooLong(limit: Int)
  /// The text does not match the grammar. The value describes the expected and the found text.
  case malformed(String)
}
