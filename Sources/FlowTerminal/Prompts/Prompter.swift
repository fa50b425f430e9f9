import FlowScreens
public import FlowState

/// Asks questions in the terminal and completes flow steps with the answers.
///
/// ```swift
/// let prompter = Prompter()
/// let ask = FlowStep(Any.self, String.self, identifier: "Ask") { _ in
///   prompter.ask("Name: ") { line in line.isEmpty ? .refused("A name has a letter at least.") : .accepted(line) }
/// }
/// ```
///
/// Nothing here blocks: a question is written, and the handler that is returned completes when the answer has come. If
/// standard input is not a terminal, the answer is written behind the question, so that what is printed reads the same.
public struct Prompter: Sendable {
  private let lines: LineReader
  private let output: TextOutput
  private let terminal: Terminal
  private let echoes: Bool

  /// Makes a prompter.
  ///
  /// - Parameters:
  ///   - lines: Where the answers come from; standard input by default. One reader must serve all who read a descriptor.
  ///   - output: Where questions, and the reasons for asking again, go; standard output by default.
  ///   - terminal: What the standard streams are.
  public init(
    lines: LineReader = LineReader(), output: TextOutput = TextOutput(), terminal: Terminal = .current()
  ) {
    self.lines = lines
    self.output = output
    self.terminal = terminal
    echoes = !terminal.isTerminal(.input)
  }

  /// Asks until a line is accepted.
  ///
  /// Call it inside the intent that returns the handler. When the step is cancelled, the question is withdrawn, and the line
  /// that comes then answers the next one.
  ///
  /// - Parameters:
  ///   - question: What is written before the answer, on the same line.
  ///   - read: Makes an answer of a line, or says why it is none. Called on a background queue.
  /// - Returns: A handler that completes with the answer, or with nil when the input has come to its end. It fails with an
  ///   ``OutputFailure`` if the question cannot be written.
  public func ask<Content, Answer: Sendable>(
    _ question: String, read: @escaping @Sendable (_ line: String) -> Reply<Answer>
  ) -> FlowStepHandler<Content, Answer> {
    let handler = FlowStepHandler<Content, Answer>()
    let asking = OpenQuestion()
    handler.onCancel { asking.withdraw() }
    ask(question, for: handler, asking, read)
    return handler
  }

  private func ask<Content, Answer: Sendable>(
    _ question: String, for handler: FlowStepHandler<Content, Answer>, _ asking: OpenQuestion,
    _ read: @escaping @Sendable (String) -> Reply<Answer>
  ) {
    asking.ask {
      do {
        try output.write(terminal.fitting(question, on: .output))
      } catch {
        handler.fail(error)
        return nil
      }
      return lines.nextLine { input in
        do {
          guard let answer = try answer(in: input, read) else {
            return ask(question, for: handler, asking, read)
          }
          handler.complete(answer.value)
        } catch {
          handler.fail(error)
        }
      }
    }
  }

  /// What an accepted line, or the end of the input, answers.
  private struct Answered<Answer: Sendable> {
    let value: Answer?
  }

  /// Shows what the input calls for; nil if the question is to be asked again.
  private func answer<Answer: Sendable>(
    in input: LineInput, _ read: (String) -> Reply<Answer>
  ) throws(OutputFailure) -> Answered<Answer>? {
    switch input {
    case .line(let line):
      if echoes { try output.writeLine(line.printable) }
      switch read(line) {
      case .accepted(let answer): return Answered(value: answer)
      case .refused(let reason): try output.writeLine(terminal.fitting(reason, on: .output))
      }
    case .refused(let refusal):
      if echoes { try output.writeLine() }
      try output.writeLine(terminal.fitting(refusal.description, on: .output))
    case .endOfInput:
      try output.writeLine()
      return Answered(value: nil)
    }
    return nil
  }
}
