/// The result of reading a line that the user typed at a prompt.
///
/// ```swift
/// let reply: Reply<Int> = Int(line).map(Reply.accepted) ?? .refused("'\(line)' is not a number.")
/// ```
public enum Reply<Answer> {
  /// The line is an answer.
  case accepted(Answer)
  /// The line isn't an answer. The prompt shows the reason, a sentence, and asks again.
  case refused(String)
}

extension Reply: Sendable where Answer: Sendable {}
extension Reply: Equatable where Answer: Equatable {}
