/// The reason why a request failed. Nothing has changed on the server, unless the response was lost.
enum ServerRequestError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The connection failed or broke.
  case unreachable(reason: String)
  /// The response was not complete in time.
  case timedOut(Duration)
  /// The server refused the request, optionally with a message.
  case status(Int, sentence: String?)
  /// The server's response is not a profile.
  case notAProfile(ProfileShapeError)
  /// The server's response is not a payment.
  case notAPayment
  /// The response is larger than the limit.
  case tooLarge(limit: Int)
  /// The request was cancelled.
  case cancelled

  var description: String {
    switch self {
    case .unreachable(let reason):
      "The server cannot be reached: \(reason)."
    case .timedOut(let time):
      "The server did not answer within \(time.inSeconds)."
    case .status(let code, let sentence?):
      "The server refused (\(code)): \(sentence)"
    case .status(let code, nil):
      "The server answered with status \(code): expected 200."
    case .notAProfile(let error):
      "The server's answer is not a profile: \(error)."
    case .notAPayment:
      "The server's answer is not a payment."
    case .tooLarge(let limit):
      "The server's answer is too long: expected at most \(limit) bytes."
    case .cancelled:
      "The request was cancelled."
    }
  }
}
