/// Why a request is not worth an answer of its own, with the status and the sentence to refuse it.
struct HTTPFailure: Error, Equatable, Sendable {
  /// The status of the refusal.
  let status: HTTPStatus
  /// What was expected and found.
  let sentence: String
}
