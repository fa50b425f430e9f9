import FlowScreens
public import FlowState

/// Asks questions in the terminal, and completes flow steps with the answers.
///
/// ```swift
/// let prompter = Prompter()
/// let ask = FlowStep(Any.self, String.self, identifier: "Ask") { _ in
///   prompter.ask("Name: ") { line in line.isEmpty ? .refused("Enter at least one letter.") : .accepted(line) }
/// }
/// ```
///
/// A prompter doesn't block. It writes the question and returns a handler, which completes when the user answers. If
/// standard input isn't a terminal, the prompter writes the answer after the question, so that the output reads the
/// same. If the process was stopped and continues, as with `fg`, the prompter writes the open question again. If
/// colours are available, questions are bold, and reasons for asking again are red.
///
/// Several questions can be open at once, and receive lines in the order in which they were asked. While a list of choices
/// is shown, later questions with the same ``LineReader`` wait until it has ended.
public struct Prompter: Sendable {
  let lines: LineReader
  let output: TextOutput
  let terminal: Terminal
  /// The window for live choices.
  let window: LiveWindow
  private let echoes: Bool

  /// Creates a prompter.
  ///
  /// - Parameters:
  ///   - lines: The reader of the answers; standard input by default. Use only one reader for each descriptor.
  ///   - output: The output for questions and for the reasons for asking again; standard output by default.
  ///   - terminal: A description of the standard streams.
  public init(
    lines: LineReader = LineReader(), output: TextOutput = TextOutput(), terminal: Terminal = .current()
  ) {
    self.init(
      lines: lines, output: output, terminal: terminal,
      window: .system(input: lines.input, output: output, farewell: .prompt))
  }

  init(lines: LineReader, output: TextOutput, terminal: Terminal, window: LiveWindow) {
    self.lines = lines
    self.output = output
    self.terminal = terminal
    self.window = window
    echoes = !terminal.isTerminal(.input)
  }

  /// Creates a prompter on the output that the user can see; see ``Dialogue``.
  ///
  /// - Parameters:
  ///   - lines: The reader of the answers; standard input by default. Use only one reader for each descriptor.
  ///   - dialogue: The output for questions, and its terminal.
  public init(lines: LineReader = LineReader(), dialogue: Dialogue) {
    self.init(lines: lines, output: dialogue.output, terminal: dialogue.terminal)
  }

  /// Asks until a line is accepted.
  ///
  /// Call it inside the intent that returns the handler, which makes the step a stop for going back. If the step is
  /// cancelled, the question is withdrawn, and the next line answers the next question.
  ///
  /// - Parameters:
  ///   - question: The text before the answer, on the same line.
  ///   - asksBeforeEnd: Whether the end of the input, Ctrl-D, discards earlier answers. If so, on a terminal, the
  ///     prompter asks about it the first time, and repeats the question.
  ///   - read: A closure that converts a line to an answer, or refuses it with a reason. It is called on a background
  ///     queue.
  /// - Returns: A handler that completes with the answer, or with nil if the input ends. It fails with an
  ///   ``OutputFailure`` if the question can't be written.
  public func ask<Content, Answer: Sendable>(
    _ question: String, asksBeforeEnd: Bool = false,
    read: @escaping @Sendable (_ line: String) -> Reply<Answer>
  ) -> FlowStepHandler<Content, Answer> {
    AnyFlowStep.noteStop()
    let handler = FlowStepHandler<Content, Answer>()
    let asking = OpenQuestion(asksBeforeEnd: asksBeforeEnd && terminal.isTerminal(.input))
    handler.onCancel { [order = lines.order] in order.withdraw(asking) }
    lines.order.ask(asking) {
      begin(question, for: handler, asking, read)
      return false
    }
    return handler
  }

  /// Asks for lines until one is accepted, unless the question was withdrawn while it waited.
  func begin<Content, Answer: Sendable>(
    _ question: String, for handler: FlowStepHandler<Content, Answer>, _ asking: OpenQuestion,
    _ read: @escaping @Sendable (String) -> Reply<Answer>
  ) {
    guard !asking.isWithdrawn else { return }
    if terminal.isInteractive {
      asking.repeatWhenContinued(on: lines.input) { [output, terminal] in
        try? output.write(terminal.styled(question, .bold))
      }
    }
    ask(question, for: handler, asking, read)
  }

  private func ask<Content, Answer: Sendable>(
    _ question: String, for handler: FlowStepHandler<Content, Answer>, _ asking: OpenQuestion,
    _ read: @escaping @Sendable (String) -> Reply<Answer>
  ) {
    asking.ask {
      do {
        try output.write(terminal.styled(question, .bold))
      } catch {
        handler.fail(error)
        return nil
      }
      if terminal.isInteractive { lines.add(.of(lines.input)) }
      return lines.nextLine { input in
        asking.received()
        do {
          guard let answer = try answer(in: input, asking, read) else {
            return ask(question, for: handler, asking, read)
          }
          asking.withdraw()
          handler.complete(answer.value)
        } catch {
          asking.withdraw()
          handler.fail(error)
        }
      }
    }
  }

  /// The answer of an accepted line; nil for the end of the input.
  private struct Answered<Answer: Sendable> {
    let value: Answer?
  }

  /// Returns the answer in an input. If the input is refused, writes the reason and returns nil.
  private func answer<Answer: Sendable>(
    in input: LineInput, _ asking: OpenQuestion, _ read: (String) -> Reply<Answer>
  ) throws(OutputFailure) -> Answered<Answer>? {
    if input != .endOfInput { asking.continues() }
    switch input {
    case .line(let line):
      if echoes { try output.writeLine(line.printable) }
      switch read(line) {
      case .accepted(let answer): return Answered(value: answer)
      case .refused(let reason): try output.writeLine(terminal.styled(reason, .red))
      }
    case .refused(let refusal):
      if echoes { try output.writeLine() }
      try output.writeLine(terminal.styled(refusal.description, .red))
    case .endOfInput:
      try output.writeLine()
      guard asking.asksAboutEnd() else { return Answered(value: nil) }
      lines.readOn()
      try output.writeLine(terminal.fitting(ScreenSession.leavingQuestion + " Ctrl-D again leaves.", on: .output))
      return nil
    }
    return nil
  }
}

extension Terminal {
  /// Returns a text that is wrapped for standard output, and styled if it has colours: questions look like the titles
  /// of choices, and reasons for asking again like the errors of screens.
  fileprivate func styled(_ text: String, _ style: TextStyle) -> String {
    style.apply(to: fitting(text, on: .output), when: usesColor(for: .output))
  }
}
