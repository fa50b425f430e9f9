import FlowState

/// The order of the questions on one input. Live choices read keys, so that questions that come later wait for their end.
final class QuestionOrder: Sendable {
  /// A closure that asks a question. It returns whether the question is a live choice, after whose end ``next()`` must be called.
  typealias Question = @Sendable () -> Bool

  private struct State: Sendable {
    var isTaken = false
    var waiting: [(asking: OpenQuestion, question: Question)] = []
  }

  private let state = Locked(State())

  /// Asks a question, at once or after the live choice and the questions that wait already.
  func ask(_ asking: OpenQuestion, _ question: @escaping Question) {
    let isFirst = state.withLock { state in
      defer { state.isTaken = true }
      if state.isTaken { state.waiting.append((asking, question)) }
      return !state.isTaken
    }
    if isFirst, !question() { next() }
  }

  /// Withdraws a question. One that waits is released, with the objects that it holds.
  func withdraw(_ asking: OpenQuestion) {
    asking.withdraw()
    let question = state.withLock { state in
      state.waiting.firstIndex { $0.asking === asking }.map { state.waiting.remove(at: $0) }
    }
    // Release the question outside the state.
    _ = question
  }

  /// Asks the questions that wait, up to the next live choice.
  func next() {
    while let question = takeFirst(), !question() {}
  }

  private func takeFirst() -> Question? {
    state.withLock { state in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst().question }
      state.isTaken = false
      return nil
    }
  }
}
