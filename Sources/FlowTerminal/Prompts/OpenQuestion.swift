import FlowState

/// A question that is repeated until it is answered or withdrawn.
final class OpenQuestion: Sendable {
  private struct State: Sendable {
    var isWithdrawn = false
    var request: LineRequest?
    var registration: ContinuedProcess.Registration?
    /// Whether the user is asked about the next end of the input.
    var asksBeforeEnd = false
  }

  private let asksBeforeEnd: Bool
  private let state: Locked<State>

  init(asksBeforeEnd: Bool) {
    self.asksBeforeEnd = asksBeforeEnd
    state = Locked(State(asksBeforeEnd: asksBeforeEnd))
  }

  /// Returns whether to ask about the end of the input. A second consecutive end of the input ends the question.
  func asksAboutEnd() -> Bool {
    state.withLock { state in
      defer { state.asksBeforeEnd = false }
      return state.asksBeforeEnd
    }
  }

  /// Records that the user continues, so that the next end of the input is treated as the first one again.
  func continues() {
    state.withLock { $0.asksBeforeEnd = asksBeforeEnd }
  }

  /// Asks again, unless the question was withdrawn.
  func ask(_ request: @Sendable () -> LineRequest?) {
    state.withLock { state in
      if !state.isWithdrawn { state.request = request() }
    }
  }

  /// Records that the line of the request has arrived.
  func received() {
    state.withLock { $0.request = nil }
  }

  /// Writes the question again each time the process continues after a stop, while the question is open.
  func repeatWhenContinued(on terminal: CInt, _ write: @escaping @Sendable () -> Void) {
    let registration = ContinuedProcess.shared.register(terminal: terminal) { [weak self] in
      if self?.isOpen == true { write() }
    }
    let outdated = state.withLock { state in
      if state.isWithdrawn { return Optional(registration) }
      state.registration = registration
      return nil
    }
    _ = outdated
  }

  /// Withdraws the question, or ends it after its answer.
  func withdraw() {
    let registration = state.withLock { state in
      state.isWithdrawn = true
      state.request?.withdraw()
      state.request = nil
      return state.registration.take()
    }
    // Release the registration outside the state.
    _ = registration
  }

  var isWithdrawn: Bool { state.withLock { $0.isWithdrawn } }

  private var isOpen: Bool { state.withLock { $0.request != nil } }
}
