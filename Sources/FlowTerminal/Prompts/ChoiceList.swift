import FlowScreens

/// A question with choices. The user selects one with the arrow keys, or by typing the beginning of a word.
struct ChoiceList: Sendable {
  /// The outcome of a key.
  enum Outcome: Sendable, Equatable {
    case stay
    /// The index of the word that was chosen.
    case chosen(Int)
    case endOfInput
    case suspend
    case interrupt
  }

  private static let hint = "↑ ↓ select · Enter chooses"

  private let question: String
  private let words: [String]
  private let rows: [String]
  private let asksBeforeEnd: Bool
  private let find: @Sendable (_ line: String) -> Reply<Int>
  private let refusal: @Sendable (_ index: Int) -> String?
  private var selected = 0
  private var typed = ""
  /// The message below the choices until the next key.
  private var message = ""
  /// Whether the user was asked about the end of the input. If so, the next end of the input ends the question.
  private var hasAsked = false

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - question: The text above the words.
  ///   - words: The words; at least one.
  ///   - rows: The lines that show the words; the words themselves by default.
  ///   - asksBeforeEnd: Whether the first Ctrl-D only asks the user.
  ///   - refusal: Returns the reason why a word can't be chosen now, as a sentence.
  ///   - find: Returns the index of the word that a text names, or refuses the text with a sentence.
  init(
    _ question: String, words: [String], rows: [String]? = nil, asksBeforeEnd: Bool,
    refusal: @escaping @Sendable (_ index: Int) -> String? = { _ in nil },
    find: @escaping @Sendable (_ line: String) -> Reply<Int>
  ) {
    self.question = question
    self.words = words
    self.rows = rows ?? words
    self.asksBeforeEnd = asksBeforeEnd
    self.refusal = refusal
    self.find = find
  }

  /// Handles a key.
  mutating func take(_ key: Key) -> Outcome {
    message = ""
    let wasAsked = hasAsked
    hasAsked = false
    switch key {
    case .control("c"): return .interrupt
    case .control("z"): return .suspend
    case .control("d"): return end(wasAsked: wasAsked)
    // A line that was typed before the terminal was in raw mode ends with a line feed.
    case .enter, .control("j"): return choose()
    case .up, .backTab, .control("p"): select(selected - 1)
    case .down, .tab, .control("n"): select(selected + 1)
    case .home, .pageUp: select(0)
    case .end, .pageDown: select(words.count - 1)
    case .character(let character): edit(typed + String(character))
    case .paste(let text): edit(typed + text)
    case .backspace: edit(String(typed.dropLast()))
    case .escape: typed = ""
    default: break
    }
    return .stay
  }

  private mutating func select(_ index: Int) {
    selected = (index + words.count) % words.count
    typed = ""
  }

  private mutating func edit(_ text: String) {
    typed = text
    if case .accepted(let index) = find(typed) { selected = index }
  }

  private mutating func choose() -> Outcome {
    let reply = typed.isEmpty ? .accepted(selected) : find(typed)
    switch reply {
    case .accepted(let index):
      guard let reason = refusal(index) else { return .chosen(index) }
      message = reason
    case .refused(let reason): message = reason
    }
    typed = ""
    return .stay
  }

  private mutating func end(wasAsked: Bool) -> Outcome {
    guard asksBeforeEnd, !wasAsked else { return .endOfInput }
    hasAsked = true
    message = ScreenSession.leavingQuestion + " Ctrl-D again leaves."
    return .stay
  }

  /// Returns the lines of the list in a window. No line uses the whole width, so that the terminal doesn't wrap it.
  func lines(in size: WindowSize) -> [StyledText] {
    let width = max(1, size.columns - 1)
    let foot = message.isEmpty ? [StyledText(Self.hint, .dim)] : StyledText(message, .yellow).wrapped(width: width)
    let footer = Array(foot.prefix(max(0, size.rows - 2)))
    let height = max(1, size.rows - 1 - footer.count)
    let first = min(max(0, selected - height / 2), max(0, rows.count - height))
    let shown = rows.indices.dropFirst(first).prefix(height)
    let lines = [heading] + shown.map { line(of: $0) } + footer
    return lines.map { $0.truncated(width: width) }
  }

  private var heading: StyledText {
    StyledText(question, .bold) + StyledText(typed.isEmpty ? "" : " " + typed.printable, .cyan)
  }

  private func line(of index: Int) -> StyledText {
    index == selected ? StyledText("› " + rows[index], .cyan, .bold) : StyledText("  " + rows[index])
  }

  /// Returns the line that remains after the choice, or after the end of the input.
  func remains(choosing index: Int?) -> StyledText {
    StyledText(question, .bold) + StyledText(index.map { " " + words[$0] } ?? "")
  }
}
