import FlowScreens

/// A question with choices. The user selects one with the arrow keys. Typing leaves those that have the typed text.
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

  /// The line below the choices. It says how to choose, or how to see all choices again. It doesn't mention the filter if there are few.
  private var hint: String {
    if shown.isEmpty, case .refused = find(typed) { return "No choice has this text · Esc shows all" }
    return words.count > 6 ? "↑ ↓ select · type to filter · Enter chooses" : "↑ ↓ select · Enter chooses"
  }

  /// The most scalars of a filter. Comparing a long sequence of combining marks takes long, and no choice needs more.
  private static let longest = 256

  private let question: String
  private let words: [String]
  private let rows: [String]
  private let asksBeforeEnd: Bool
  private let find: @Sendable (_ line: String) -> Reply<Int>
  private let refusal: @Sendable (_ index: Int) -> String?
  private var selected: Int
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
  ///   - selected: The index of the word that is selected first.
  ///   - asksBeforeEnd: Whether the first Ctrl-D only asks the user.
  ///   - refusal: Returns the reason why a word can't be chosen now, as a sentence.
  ///   - find: Returns the index of the word that a text names, or refuses the text with a sentence.
  init(
    _ question: String, words: [String], rows: [String]? = nil, selecting selected: Int = 0, asksBeforeEnd: Bool,
    refusal: @escaping @Sendable (_ index: Int) -> String? = { _ in nil },
    find: @escaping @Sendable (_ line: String) -> Reply<Int>
  ) {
    self.question = question
    self.words = words
    self.rows = rows ?? words
    self.selected = selected
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
    case .up, .backTab, .control("p"): move(by: -1)
    case .down, .tab, .control("n"): move(by: 1)
    case .home, .pageUp: selected = shown.first ?? selected
    case .end, .pageDown: selected = shown.last ?? selected
    case .character(let character): edit(typed + String(character))
    case .paste(let text): edit(typed + text)
    case .backspace: edit(String(typed.dropLast()))
    case .escape: typed = ""
    default: break
    }
    return .stay
  }

  /// The indices of the choices that are shown: all, or those whose rows have the typed text, in uppercase or lowercase.
  private var shown: [Int] {
    guard !typed.isEmpty else { return Array(rows.indices) }
    let text = typed.lowercased()
    return rows.indices.filter { rows[$0].lowercased().contains(text) }
  }

  private mutating func move(by step: Int) {
    let shown = shown
    guard !shown.isEmpty else { return }
    let place = shown.firstIndex(of: selected) ?? 0
    selected = shown[(place + step + shown.count) % shown.count]
  }

  /// Filters the choices. What a text names is selected, or else what begins with it, or else the first one that has it.
  /// White space at the beginning is ignored: the space bar selects in other lists.
  private mutating func edit(_ text: String) {
    typed = String(String.UnicodeScalarView(text.drop(while: \.isWhitespace).unicodeScalars.prefix(Self.longest)))
    let shown = shown
    if case .accepted(let index) = find(typed) {
      selected = index
    } else if !shown.contains(selected), let first = shown.first {
      let start = typed.lowercased()
      selected = shown.first { words[$0].lowercased().hasPrefix(start) } ?? first
    }
  }

  private mutating func choose() -> Outcome {
    // With several that have the text, the selected one is meant, which the user sees.
    let reply = shown.contains(selected) ? .accepted(selected) : find(typed)
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
    // The first row is for a choice, the second for the question, and the third for the footer.
    let question = Array(heading.wrapped(width: width).prefix(size.rows < 3 ? size.rows - 1 : size.rows - 2))
    let foot = message.isEmpty ? [StyledText(hint, .dim)] : StyledText(message, .yellow).wrapped(width: width)
    let footer = Array(foot.prefix(size.rows - question.count - 1))
    let height = size.rows - question.count - footer.count
    let shown = shown
    let first = min(max(0, (shown.firstIndex(of: selected) ?? 0) - height / 2), max(0, shown.count - height))
    let lines = question + shown.dropFirst(first).prefix(height).map { line(of: $0) } + footer
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
    (StyledText(question, .bold) + StyledText(index.map { " " + words[$0] } ?? "")).truncated(width: .max)
  }
}
