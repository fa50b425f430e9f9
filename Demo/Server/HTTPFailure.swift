/// A refusal of an invalid request, with its status and message.
struct HTTPFailure: Error, Equatable, Sendable {
  /// The status of the refusal.
  let status: HTTPStatus
  /// The message, which describes the expected and the found value.
  let sentence: String
}
