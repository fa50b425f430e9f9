import FlowScreens

/// Words to choose from; the beginning of a word is enough, and upper or lower case does not matter.
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
  /// - Parameter options: The words, in the order in which they are shown, and what each stands for.
  public init(_ options: [(word: String, answer: Answer)]) {
    self.options = options
  }

  /// The words, with commas between them.
  public var list: String { options.map(\.word).joined(separator: ", ") }

  /// Finds the choice that a line stands for: the word itself, or the only one that begins so.
  ///
  /// - Parameter line: What somebody typed; white space around it does not count.
  /// - Returns: The answer, or a sentence that says what is allowed.
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
  /// The text, cut where it would drown the sentence around it.
  fileprivate var shortened: String { count > 40 ? prefix(39) + "…" : self }
}
