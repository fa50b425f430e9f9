import FlowScreens

/// Shows a screen as lines, and reads commands as lines.
final class PlainSession {
  private static let prompt = "> "

  private let screen: any FlowScreen
  private let feed: ScreenFeed
  private let lines: LineReader
  private let output: TextOutput
  private let columns: Int
  private let usesColor: Bool
  /// Whether the user types in a terminal, which echoes the input. If not, the session writes each command.
  private let isTyped: Bool
  private var transcript: PlainTranscript
  private var request: LineRequest?
  /// The identifier of the question whose introduction was written last.
  private var introduced: String?
  /// Whether the terminal hides what is typed.
  private var hidden: HiddenTyping?
  /// Whether the session reads no line until the screen has changed.
  private var isWaiting = false
  /// Whether the user has entered values that are discarded when the screen is left.
  private var hasEntries = false
  /// Whether the user was asked about this. If so, the next end of the input leaves the screen.
  private var hasAsked = false

  init(
    _ screen: any FlowScreen, _ feed: ScreenFeed, lines: LineReader, output: TextOutput, terminal: Terminal
  ) {
    self.screen = screen
    self.feed = feed
    self.lines = lines
    self.output = output
    columns = terminal.columns
    usesColor = terminal.usesColor(for: .output)
    transcript = PlainTranscript(usesColor: usesColor)
    isTyped = terminal.isTerminal(.input)
  }

  deinit {
    request?.withdraw()
  }

  func run(isolation: isolated (any Actor)? = #isolation) async throws -> ScreenEnding {
    defer { request?.withdraw() }
    let continued =
      isTyped
      ? ContinuedProcess.shared.register(terminal: lines.input) { [feed = feed.deliver] in feed(.continued) } : nil
    defer { withExtendedLifetime(continued) {} }
    try writeChanges()
    if screen.isFinished { return .finished }
    try ask()
    for await event in feed.events {
      if let ending = try take(event) { return ending }
      if screen.isFinished {
        if request != nil { try closePrompt() }
        return .finished
      }
      if request == nil, !isWaiting { try ask() }
      feed.wake(after: screen.nextChange)
    }
    throw CancellationError()
  }

  private func take(_ event: ScreenFeed.Event) throws -> ScreenEnding? {
    screen.timePassed()
    switch event {
    case .line(let input):
      request = nil
      hidden = nil
      return try take(input)
    case .changed:
      feed.changes.taken()
      isWaiting = false
      try writeChanges()
    case .time:
      // Changes that only depend on time, such as a countdown, would fill the transcript.
      if screen.isFinished || screen.nextChange == nil {
        isWaiting = false
        try writeChanges()
      }
    case .window(.continued):
      // The shell has written to the terminal, and may have changed its settings.
      hidden?.resume()
      if request != nil { try output.write(prompt) }
    case .window: break
    }
    return nil
  }

  private func take(_ input: LineInput) throws -> ScreenEnding? {
    switch input {
    case .line(let line):
      hasAsked = false
      // Create the table before others can see the line, because it determines the possible commands.
      let question = screen.question
      let table = question == nil ? table : nil
      let shown = question?.isHidden == true ? line.asDots : table?.masked(line) ?? line.printable
      if !isTyped { try output.writeLine(prompt + shown) }
      if question != nil { hasEntries = !screen.keepsEntries }
      switch screen.isFinished ? .done : question?.answer(line) ?? table?.perform(line) ?? .done {
      case .done: break
      case .answered(let text), .refused(let text):
        try write(StyledText(text).wrapped(width: columns))
      case .leave: return .left
      }
      try writeChanges()
    case .refused(let refusal): try write(StyledText(refusal.description).wrapped(width: columns))
    case .endOfInput:
      if isTyped { try output.writeLine() }
      guard isTyped, hasEntries, !hasAsked else { return .inputEnded }
      hasAsked = true
      lines.readOn()
      try write(StyledText(ScreenSession.leavingQuestion + " Ctrl-D again leaves.").wrapped(width: columns))
    }
    return nil
  }

  private func ask() throws {
    if let question = screen.question, introduced != question.id {
      introduced = question.id
      try write(question.introduction.flatMap { $0.wrapped(width: columns) })
    }
    if isTyped {
      if screen.question?.isHidden == true {
        hidden = HiddenTyping(input: lines.input, output: output.descriptor)
      }
      try output.write(prompt)
    }
    request = lines.nextLine { [continuation = feed.continuation] in continuation.yield(.line($0)) }
    feed.wake(after: screen.nextChange)
  }

  /// The text before a line: the screen's question, or the sign for a command.
  private var prompt: String {
    screen.question.map { StyledText($0.text, .bold).coded(when: usesColor) } ?? Self.prompt
  }

  /// Ends the line of the prompt, on which the user could have typed a command.
  private func closePrompt() throws {
    hidden = nil
    // If the line was already read, it is about to arrive. Don't request another line before that.
    if request?.withdraw() == true { request = nil }
    if isTyped { try output.writeLine() }
  }

  private func writeChanges() throws {
    // A screen that asks questions doesn't show its layout, nor after the last one.
    let asks = screen.question != nil || introduced != nil && screen.isFinished
    var frame = asks ? Frame() : screen.layout.laidOut(width: columns, isStyled: usesColor)
    let notice = screen.notice
    if !notice.isEmpty { frame.lines += notice.wrapped(width: columns) }
    let changes = transcript.changes(to: frame)
    guard !changes.isEmpty else { return }
    if request != nil { try closePrompt() }
    try write(changes)
  }

  private func write(_ lines: [StyledText]) throws {
    let text = lines.map { $0.coded(when: usesColor) + "\n" }.joined()
    if !text.isEmpty { try output.write(text) }
  }

  private var table: CommandTable {
    CommandTable(
      screen.commands,
      common: ElementCommands(screen.layout).commands { self.hasEntries = !self.screen.keepsEntries } + [
        ScreenCommand("show", help: "shows the whole screen again") { _ in self.show() },
        ScreenCommand(
          "wait", help: "waits until the screen no longer changes by itself", isPossible: screen.nextChange != nil
        ) { _ in
          self.isWaiting = true
          return .done
        },
        ScreenCommand("quit", help: "leaves the screen", key: "q") { _ in .leave },
      ])
  }

  private func show() -> ScreenReply {
    transcript = PlainTranscript(usesColor: usesColor)
    return .done
  }
}
