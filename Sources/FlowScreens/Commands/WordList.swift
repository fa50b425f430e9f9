/// The words that a user can choose from. The user types a whole word, or the unique beginning of a word.
///
/// Uppercase and lowercase letters are equal, unless two words differ only in them. All prompts and line-by-line
/// screens use this type, so that they behave in the same way.
package struct WordList {
  /// The result of matching a text.
  package enum Match: Equatable {
    /// The index of the only word that matches.
    case one(Int)
    /// The indices of the words that begin with the text.
    case several([Int])
    case none
  }

  /// The maximum length of a text that isn't compared by bytes. Comparing a long sequence of combining marks takes
  /// quadratic time.
  private static let longest = 256
  /// The maximum number of words that a sentence lists.
  private static let listed = 12

  private let words: [String]

  package init(_ words: [String]) {
    self.words = words
  }

  /// Returns the words that match a text.
  package func match(_ text: String) -> Match {
    if let index = words.firstIndex(where: { $0.isExactly(text) }) { return .one(index) }
    guard !text.isEmpty, text.utf8.count <= Self.longest else { return .none }
    let text = text.lowercased()
    let found = words.indices.filter { words[$0].utf8.count <= Self.longest && words[$0].lowercased().hasPrefix(text) }
    if let whole = found.first(where: { words[$0].lowercased() == text }) { return .one(whole) }
    return found.count > 1 ? .several(found) : found.first.map { .one($0) } ?? .none
  }

  /// Returns the sentence that refuses a text, without the name of the command.
  package func refusal(of text: String) -> String {
    if text.trimmedSpaces.isEmpty { return "Choose one of these: \(list)." }
    if case .several(let indices) = match(text.trimmedSpaces) { return ambiguity(of: text, indices) }
    return "'\(text.inSentence)' is not one of the choices: \(list)."
  }

  /// Returns the sentence for a text with which several words begin.
  package func ambiguity(of text: String, _ indices: [Int]) -> String {
    let more = indices.count > Self.listed ? ["\(indices.count - Self.listed) more"] : []
    let shown = indices.prefix(Self.listed).map { words[$0].inSentence } + more
    return "'\(text.inSentence)' could be \(shown.joined(separator: " or "))."
  }

  /// Up to 12 words, separated by commas, and the number of the other words.
  package var list: String {
    let shown = words.prefix(Self.listed).map(\.inSentence).joined(separator: ", ")
    return words.count > Self.listed ? "\(shown) and \(words.count - Self.listed) more" : shown
  }
}
