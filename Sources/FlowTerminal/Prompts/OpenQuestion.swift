/// A question that is repeated until it is answered or withdrawn.
final class OpenQuestion: Sendable {
  private struct State: Sendable {
    var isWithdrawn = false
    var request: LineRequest?
  }

  private let state = QueueConfined(State(), label: "FlowTerminal.OpenQuestion")

  /// Asks again, unless the question was withdrawn.
  func ask(_ request: @Sendable () -> LineRequest?) {
    state.withState { state in
      if !state.isWithdrawn { state.request = request() }
    }
  }

  /// Withdraws the question.
  func withdraw() {
    state.withState { state in
      state.isWithdrawn = true
      state.request?.withdraw()
      state.request = nil
    }
  }
}
