import FlowState
import FlowTerminal

/// Lines for standard error that can come while screens are drawn.
///
/// On the terminal of a screen, a line would shift the screen, and be lost when the screen ends. Therefore, lines wait
/// until the screens have ended.
enum ErrorLines {
  private struct State: Sendable {
    var isHeld = false
    var waiting: [String] = []
  }

  private static let state = Locked(State())
  private static let output = TextOutput(descriptor: 2)

  /// Lets lines wait until ``release()``.
  static func hold() {
    state.withLock { $0.isHeld = true }
  }

  /// Writes the lines that wait. Later lines are written at once.
  static func release() {
    let waiting = state.withLock { state in
      defer { state = State() }
      return state.waiting
    }
    for line in waiting { try? output.writeLine(line) }
  }

  /// Writes a line, or lets it wait.
  static func write(_ line: String) throws(OutputFailure) {
    let isHeld = state.withLock { state in
      if state.isHeld { state.waiting.append(line) }
      return state.isHeld
    }
    if !isHeld { try output.writeLine(line) }
  }
}
