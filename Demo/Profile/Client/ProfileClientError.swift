/// Why the server gave no profile. The profile there is as it was, unless the answer to an update was lost on the way.
enum ProfileClientError: Error, Equatable, Sendable, CustomStringConvertible {
  /// No connection came about, or it broke.
  case unreachable(reason: String)
  /// The whole answer was not there in time.
  case timedOut(Duration)
  /// The server refused, perhaps in words of its own.
  case status(Int, sentence: String?)
  /// The server's answer is not a profile.
  case notAProfile(ProfileShapeError)
  /// The answer has more bytes than the limit.
  case tooLarge(limit: Int)
  /// ``ProfileRequest/cancel()`` was called.
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
    case .tooLarge(let limit):
      "The server's answer is too long: expected at most \(limit) bytes."
    case .cancelled:
      "The request was cancelled."
    }
  }
}
