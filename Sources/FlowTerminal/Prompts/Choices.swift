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
    switch find(line) {
    case .accepted(let index): .accepted(options[index].answer)
    case .refused(let reason): .refused(reason)
    }
  }

  /// The words, in the order in which they are shown.
  var words: [String] { options.map(\.word) }

  /// Returns the answer at an index of ``words``.
  func answer(at index: Int) -> Answer { options[index].answer }

  /// Returns the index of the choice that a line names; see ``read(_:)``.
  func find(_ line: String) -> Reply<Int> {
    let word = line.trimmedSpaces.lowercased()
    guard !word.isEmpty else { return .refused("Choose one of these: \(list).") }
    // Comparing a long text can take long, and no option begins with it.
    guard word.utf8.count <= maximumLength else { return unknown(line) }
    let matches = options.indices.filter { options[$0].word.lowercased().hasPrefix(word) }
    if let match = matches.first(where: { options[$0].word.lowercased() == word })
      ?? (matches.count == 1 ? matches[0] : nil)
    {
      return .accepted(match)
    }
    if matches.isEmpty { return unknown(line) }
    return .refused("'\(line.inSentence)' could be \(matches.map { options[$0].word }.joined(separator: " or ")).")
  }

  /// The largest number of bytes that an option can have in any canonical form.
  private var maximumLength: Int { 4 * (options.map(\.word.utf8.count).max() ?? 0) }

  private func unknown(_ line: String) -> Reply<Int> {
    .refused("'\(line.inSentence)' is not one of the choices: \(list).")
  }
}
