/// The reason why a request failed. Nothing has changed on the server, unless the response was lost.
package enum ServerRequestError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The connection failed or broke.
  case unreachable(reason: String)
  /// The response was not complete in time.
  case timedOut(Duration)
  /// The server refused the request, optionally with a message.
  case status(Int, sentence: String?)
  /// The server's response is not what the client expects, such as "a profile".
  case mismatch(expected: String, reason: String? = nil)
  /// The response is larger than the limit.
  case tooLarge(limit: Int)
  /// The request was cancelled.
  case cancelled

  package var description: String {
    switch self {
    case .unreachable(let reason):
      "The server cannot be reached: \(reason)."
    case .timedOut(let time):
      "The server did not answer within \(time.inSeconds)."
    case .status(let code, let sentence?):
      "The server refused (\(code)): \(sentence)"
    case .status(let code, nil):
      "The server answered with status \(code): expected 200."
    case .mismatch(let expected, let reason?):
      "The server's answer is not \(expected): \(reason)."
    case .mismatch(let expected, nil):
      "The server's answer is not \(expected)."
    case .tooLarge(let limit):
      "The server's answer is too long: expected at most \(limit) bytes."
    case .cancelled:
      "The request was cancelled."
    }
  }
}
