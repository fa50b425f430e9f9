import FlowScreens

/// A list of words to choose from. The user can type the beginning of a word, in upper or lower case.
///
/// ```swift
/// let choices = Choices([("download", Action.download), ("edit", .edit), ("quit", .quit)])
/// choices.read("E")     // accepted(.edit)
/// choices.read("dance") // refused("'dance' is not one of the choices: download, edit, quit.")
/// ```
public struct Choices<Answer: Sendable>: Sendable {
  private let options: [(word: String, answer: Answer)]

  /// Makes a list of choices.
  ///
  /// - Parameter options: The words with their answers, in the order in which they are shown.
  public init(_ options: [(word: String, answer: Answer)]) {
    self.options = options
  }

  /// The words, separated by commas.
  public var list: String { options.map(\.word).joined(separator: ", ") }

  /// Returns the choice that a line names: the word itself, or the only word with that prefix.
  ///
  /// - Parameter line: The line that the user typed. Surrounding white space is ignored.
  /// - Returns: The answer, or a sentence that lists the possible words.
  public func read(_ line: String) -> Reply<Answer> {
    let word = line.trimmedSpaces.lowercased()
    guard !word.isEmpty else { return .refused("Choose one of these: \(list).") }
    let matches = options.filter { $0.word.lowercased().hasPrefix(word) }
    if let match = matches.first(where: { $0.word.lowercased() == word }) ?? (matches.count == 1 ? matches[0] : nil) {
      return .accepted(match.answer)
    }
    if matches.isEmpty { return .refused("'\(line.printable.shortened)' is not one of the choices: \(list).") }
    return .refused("'\(line.printable.shortened)' could be \(matches.map(\.word).joined(separator: " or ")).")
  }
}

extension String {
  /// The text, truncated to 40 characters for use in a sentence.
  fileprivate var shortened: String { count > 40 ? prefix(39) + "…" : self }
}
