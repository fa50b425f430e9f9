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
    let list = WordList(words)
    if case .one(let index) = list.match(line.trimmedSpaces) { return .accepted(index) }
    return .refused(list.refusal(of: line))
  }
}
