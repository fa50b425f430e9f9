import FlowScreens
public import FlowState

extension Prompter {
  /// Asks the user to select one of several choices.
  ///
  /// On a terminal, the user selects a choice with the arrow keys, or types a part of it, which hides the others. On other
  /// streams, and if the cursor can't be moved (`TERM=dumb`), the prompter writes the words after the question and
  /// reads a line.
  ///
  /// ```swift
  /// let prompter = Prompter()
  /// let size = FlowStep(Any.self, Int.self, identifier: "Size") { _ in
  ///   prompter.choose("Which size", from: Choices([("small", 1), ("large", 2)]))
  /// }
  /// ```
  ///
  /// Call it inside the intent that returns the handler. If the step is cancelled, the question is withdrawn.
  ///
  /// - Parameters:
  ///   - question: The question, without a question mark.
  ///   - choices: The choices; at least one.
  ///   - word: The word on which the cursor stands first, such as the one that was chosen before the user went back; the first
  ///     one by default, and if there is no such word.
  ///   - asksBeforeEnd: Whether the end of the input, Ctrl-D, discards earlier answers. If so, on a terminal, the
  ///     prompter asks about it the first time.
  ///   - refusing: A closure that returns the reason why an answer can't be accepted, as a sentence; nil if it can. The
  ///     prompter shows the sentence and asks again. It is called on a background queue, and must not wait for the
  ///     run's queue.
  /// - Returns: A handler that completes with the answer, or with nil if the input ends. It fails with an
  ///   ``OutputFailure`` if the question can't be written.
  public func choose<Content, Answer: Sendable>(
    _ question: String, from choices: Choices<Answer>, selecting word: String? = nil, asksBeforeEnd: Bool = false,
    refusing: @escaping @Sendable (_ answer: Answer) -> String? = { _ in nil }
  ) -> FlowStepHandler<Content, Answer> {
    AnyFlowStep.noteStop()
    if terminal.isInteractive, terminal.movesCursor(on: .output), lines.isIdle {
      let handler = FlowStepHandler<Content, Answer>()
      let list = ChoiceList(
        question + "?", words: choices.words, rows: choices.rows, selecting: choices.index(of: word),
        asksBeforeEnd: asksBeforeEnd,
        refusal: { refusing(choices.answer(at: $0)) }, find: { choices.find($0) })
      let live = LiveChoice(list, window: window, usesColor: terminal.usesColor(for: .output))
      handler.onCancel { live.withdraw() }
      let isLive = live.begin { ending in
        switch ending {
        case .chosen(let index): handler.complete(choices.answer(at: index))
        case .endOfInput: handler.complete(nil)
        case .failed(let failure): handler.fail(failure)
        }
      }
      if isLive { return handler }
    }
    return ask("\(question) (\(choices.list.printable))? ", asksBeforeEnd: asksBeforeEnd) { line in
      let reply = choices.read(line)
      guard case .accepted(let answer) = reply, let reason = refusing(answer) else { return reply }
      return .refused(reason)
    }
  }
}
