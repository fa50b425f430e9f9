import FlowJSON
import Nimbus

/// Finds patterns of `match` and `replace` with which the operation has no value, whatever the text is.
final class PatternCheck {
  /// The bytes of patterns that are still checked. Compiling takes long, and no person writes as many.
  private var left = 100_000
  private var known: [String: Bool] = [:]

  /// Returns the pattern of a call if it is a literal that isn't a regular expression; nil otherwise.
  func unsoundPattern(of name: String, _ arguments: [ExpressionText.Node]) -> String? {
    guard ["match", "replace"].contains(name), arguments.count > 1, case .literal(.string(let pattern)) = arguments[1]
    else { return nil }
    return isSound(pattern) ? nil : pattern
  }

  private func isSound(_ pattern: String) -> Bool {
    if let isSound = known[pattern] { return isSound }
    // A pattern costs something even if it is short.
    left -= pattern.utf8.count + 100
    guard left > 0 else { return true }
    // Nimbus says what it compiles. Both operations compile a pattern in the same way.
    let isSound = ExpressionSession { _ in .string(pattern) }.value(of: "@{match('', pattern)}") != .null
    known[pattern] = isSound
    return isSound
  }
}
