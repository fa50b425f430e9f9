/// A refusal of an invalid request, with its status and message.
struct HTTPFailure: Error, Equatable, Sendable {
  /// The status of the refusal.
  let status: HTTPStatus
  /// The message, which says what was expected and found.
  let sentence: String
}
