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
  /// Call it inside the intent that returns the handler. If the step is cancelled, the question is withdrawn. While the
  /// list is shown, later questions wait. Don't show a screen meanwhile, because it would read the same keys.
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
    let handler = FlowStepHandler<Content, Answer>()
    let asking = OpenQuestion(asksBeforeEnd: asksBeforeEnd && terminal.isTerminal(.input))
    let list = ChoiceList(
      question + "?", words: choices.words, rows: choices.rows, selecting: choices.index(of: word),
      asksBeforeEnd: asksBeforeEnd,
      refusal: { refusing(choices.answer(at: $0)) }, find: { choices.find($0) })
    let live = LiveChoice(list, window: window, usesColor: terminal.usesColor(for: .output))
    handler.onCancel { [order = lines.order] in
      order.withdraw(asking)
      if live.withdraw() { order.next() }
    }
    let end: @Sendable (LiveChoice.Ending) -> Void = { [order = lines.order] ending in
      // The questions that wait come before those of the steps that follow.
      order.next()
      switch ending {
      case .chosen(let index): handler.complete(choices.answer(at: index))
      case .endOfInput: handler.complete(nil)
      case .failed(let failure): handler.fail(failure)
      }
    }
    lines.order.ask(asking) {
      guard !asking.isWithdrawn else { return false }
      if terminal.isInteractive, terminal.movesCursor(on: .output), lines.isIdle, live.begin(end) { return true }
      begin("\(question) (\(choices.list.printable))? ", for: handler, asking) { line in
        let reply = choices.read(line)
        guard case .accepted(let answer) = reply, let reason = refusing(answer) else { return reply }
        return .refused(reason)
      }
      return false
    }
    return handler
  }
}
