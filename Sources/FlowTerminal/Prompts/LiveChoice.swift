import FlowState
import Dispatch
import FlowScreens

/// Shows a list of choices on a terminal until the user has chosen, or the question is withdrawn.
final class LiveChoice: Sendable {
  /// The end of a question.
  enum Ending: Sendable, Equatable {
    case chosen(Int)
    case endOfInput
    case failed(OutputFailure)
  }

  private struct State: Sendable {
    var list: ChoiceList
    var painter: PromptPainter
    var isLive = false
    /// Whether another process may use the terminal, because this process was stopped.
    var isSuspended = false
    var isWithdrawn = false
    var ended: (@Sendable (Ending) -> Void)?
  }

  private let window: LiveWindow
  private let state: Locked<State>
  /// Events are handled one at a time. Writing to the terminal can block this queue.
  private let events = DispatchQueue(label: "FlowTerminal.LiveChoice", target: .global())

  init(_ list: ChoiceList, window: LiveWindow, usesColor: Bool) {
    self.window = window
    state = Locked(State(list: list, painter: PromptPainter(usesColor: usesColor)))
  }

  /// Shows the list. Returns false if the terminal can't deliver keys, or if the question is withdrawn meanwhile.
  ///
  /// Calls `ended` once on a background queue, after it has restored the terminal, unless the question is withdrawn.
  func begin(_ ended: @escaping @Sendable (Ending) -> Void) -> Bool {
    // On the queue of the events, so that none of them comes before `ended` is set.
    events.sync {
      guard show() else { return false }
      let isWithdrawn = state.withLock { state in
        if !state.isWithdrawn { state.ended = ended }
        return state.isWithdrawn
      }
      if isWithdrawn { close(choosing: nil) }
      return !isWithdrawn
    }
  }

  /// Removes the list from the terminal. Returns whether it was shown and hadn't ended.
  func withdraw() -> Bool {
    let ended = state.withLock { state in
      state.isWithdrawn = true
      return state.ended.take()
    }
    guard ended != nil else { return false }
    events.sync { close(choosing: nil) }
    return true
  }

  private func show() -> Bool {
    state.withLock { $0.isLive = true }
    guard window.begin({ [self] event in events.async { self.take(event) } }) else { return false }
    events.async { self.draw() }
    return true
  }

  private func draw() {
    let size = window.size()
    let code = state.withLock { state in
      guard state.isLive, !state.isSuspended else { return "" }
      return state.painter.paint(state.list.lines(in: size), columns: size.columns)
    }
    guard !code.isEmpty else { return }
    do {
      try window.write(code)
    } catch {
      finish(.failed(error))
    }
  }

  private func take(_ event: LiveWindow.Event) {
    guard state.withLock({ $0.isLive }) else { return }
    switch event {
    case .ended: return finish(.endOfInput)
    case .resized: break
    case .continued:
      state.withLock { $0.isSuspended = true }
      resume()
    case .typed:
      resume()
      takeKeys()
    }
    draw()
  }

  private func takeKeys() {
    while state.withLock({ $0.isLive }), let key = window.nextKey(true) {
      switch state.withLock({ $0.list.take(key) }) {
      case .stay: break
      case .chosen(let index): return finish(.chosen(index))
      case .endOfInput: return finish(.endOfInput)
      case .suspend: suspend()
      case .interrupt: return interrupt()
      }
    }
  }

  private func suspend() {
    try? window.write(farewell(choosing: nil))
    state.withLock { $0.isSuspended = true }
    if !window.suspend() { resume() }
  }

  private func resume() {
    guard state.withLock({ $0.isSuspended }) else { return }
    state.withLock { state in
      state.isSuspended = false
      state.painter.forget()
    }
    window.resume()
    draw()
  }

  /// Sends the program an interrupt, which usually ends the process or cancels the step. If the program continues
  /// instead, the list returns after a second.
  private func interrupt() {
    close(choosing: nil)
    window.interrupt()
    events.asyncAfter(deadline: .now() + 1) { [self] in
      if state.withLock({ $0.ended != nil && !$0.isLive }) { _ = show() }
    }
  }

  private func finish(_ ending: Ending) {
    let index = if case .chosen(let index) = ending { Optional(index) } else { Int?.none }
    let ended = state.withLock { $0.ended.take() }
    close(choosing: index)
    ended?(ending)
  }

  /// Restores the terminal. One line remains in place of the list. If the terminal can't be written to, it isn't
  /// changed.
  private func close(choosing index: Int?) {
    let wasLive = state.withLock { state in
      defer { state.isLive = false }
      return state.isLive
    }
    if wasLive { try? window.end(farewell(choosing: index)) }
  }

  private func farewell(choosing index: Int?) -> String {
    state.withLock { $0.painter.leave($0.list.remains(choosing: index)) }
  }
}
