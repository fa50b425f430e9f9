/// What a prompt makes of the line that somebody typed.
///
/// ```swift
/// let reply: Reply<Int> = Int(line).map(Reply.accepted) ?? .refused("'\(line)' is not a number.")
/// ```
public enum Reply<Answer> {
  /// The line is an answer.
  case accepted(Answer)
  /// The line is not an answer, for this reason; the prompt shows the sentence and asks again.
  case refused(String)
}

extension Reply: Sendable where Answer: Sendable {}
extension Reply: Equatable where Answer: Equatable {}
