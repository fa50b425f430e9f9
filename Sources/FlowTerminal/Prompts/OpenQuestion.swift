/// A question that is asked again and again until it has an answer or is withdrawn.
final class OpenQuestion: Sendable {
  private struct State: Sendable {
    var isWithdrawn = false
    var request: LineRequest?
  }

  private let state = QueueConfined(State(), label: "FlowTerminal.OpenQuestion")

  /// Asks once more, unless the question was withdrawn.
  func ask(_ request: @Sendable () -> LineRequest?) {
    state.withState { state in
      if !state.isWithdrawn { state.request = request() }
    }
  }

  /// Takes the question back.
  func withdraw() {
    state.withState { state in
      state.isWithdrawn = true
      state.request?.withdraw()
      state.request = nil
    }
  }
}
