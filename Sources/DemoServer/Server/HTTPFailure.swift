/// A refusal of an invalid request, with its status and message.
package struct HTTPFailure: Error, Equatable, Sendable {
  /// The status of the refusal.
  package let status: HTTPStatus
  /// The message, which describes the expected and the found value.
  package let sentence: String
}
