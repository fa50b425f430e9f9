import FlowScreens

/// A list of words to choose from. The user can type the beginning of a word, in uppercase or lowercase.
///
/// ```swift
/// let choices = Choices([("download", Action.download), ("edit", .edit), ("quit", .quit)])
/// choices.read("E")     // accepted(.edit)
/// choices.read("dance") // refused("'dance' is not one of the choices: download, edit, quit.")
/// ```
public struct Choices<Answer: Sendable>: Sendable {
  private struct Option: Sendable {
    let word: String
    /// The text after the word; empty if there is none.
    let detail: String
    let answer: Answer

    var text: String { detail.isEmpty ? word : "\(word) \(detail)" }
  }

  private let options: [Option]

  /// Creates a list of choices.
  ///
  /// - Parameter options: The words with their answers, in the order in which they are shown.
  public init(_ options: [(word: String, answer: Answer)]) {
    self.init(options) { _ in "" }
  }

  /// Creates a list of choices with a detail after each word, such as a price.
  ///
  /// ```swift
  /// let sizes = Choices([("small", 3), ("large", 4)]) { "\($0) €" }
  /// print(sizes.list)  // small 3 €, large 4 €
  /// sizes.read("l")    // accepted(4)
  /// ```
  ///
  /// On a terminal, the details are in a column of their own.
  ///
  /// - Parameters:
  ///   - options: The words with their answers, in the order in which they are shown.
  ///   - detail: A closure that returns the text after the word of an answer. It is called before this initializer
  ///     returns.
  public init(_ options: [(word: String, answer: Answer)], detail: (_ answer: Answer) -> String) {
    self.options = options.map { Option(word: $0.word, detail: detail($0.answer), answer: $0.answer) }
  }

  /// The words with their details, separated by commas.
  public var list: String { options.map(\.text).joined(separator: ", ") }

  /// Returns the choice that a line names: the word itself, or the only word with that prefix. The line can also
  /// include the detail after the word, as in ``list``.
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

  /// Returns the index of a word; 0 for one that isn't there.
  func index(of word: String?) -> Int { options.firstIndex { $0.word == word } ?? 0 }

  /// The words and their details, in columns.
  var rows: [String] {
    let width = options.map(\.word.displayWidth).max() ?? 0
    return options.map { option in
      guard !option.detail.isEmpty else { return option.word }
      return option.word + String(repeating: " ", count: width - option.word.displayWidth + 2) + option.detail
    }
  }

  /// Returns the answer at an index of ``words``.
  func answer(at index: Int) -> Answer { options[index].answer }

  /// Returns the index of the choice that a line names; see ``read(_:)``.
  func find(_ line: String) -> Reply<Int> {
    let text = line.trimmedSpaces
    let list = WordList(words)
    if case .one(let index) = list.match(text) { return .accepted(index) }
    if case .one(let index) = WordList(options.map(\.text)).match(text) { return .accepted(index) }
    return .refused(list.refusal(of: line))
  }
}
