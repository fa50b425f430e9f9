import FlowScreens
import FlowState
import FlowTerminal
import StepKit

extension GrowthRow {
  static let ofScreens = [keyPress("a page down", "\u{1B}[6~"), keyPress("Enter, which completes a step", "\r")]

  /// The text that a screen writes at the end of each drawing.
  private static let endOfDrawing = "\u{1B}[?2026l"

  /// The time from a key to the end of the drawing that follows, on a terminal of 80 columns and 24 rows.
  private static func keyPress(_ name: String, _ key: String) -> GrowthRow {
    GrowthRow("one key, \(name), in a list of n steps", from: 25_000) { size, stopwatch, _ in
      guard let terminal = PseudoTerminal(columns: 80, rows: 24) else { return }
      defer { terminal.end() }
      let session = ScreenSession(
        lines: LineReader(), output: TextOutput(),
        terminal: Terminal(terminals: [.input, .output], environment: ["TERM": "xterm"]))
      let flow = Flow([Step].self, [Step].self, identifier: "List") { scope in
        let list = FlowStep(
          identifier: "List", presenting: { step in StepFlowScreen(for: step, title: "List") }, on: session)
        list.content = scope.content
        return list
      }
      let ended = Answer()
      let steps = (1...size).map { Step(title: "Step \($0)", description: "What to do in step \($0)") }
      let run = flow.start(steps) { _ in ended.give(0) }
      terminal.read(until: endOfDrawing)
      stopwatch.start()
      terminal.type(key)
      terminal.read(until: endOfDrawing)
      stopwatch.stop()
      run.cancel()
      terminal.read(until: "\u{1B}[?1049l")
      _ = ended.wait()
    }
  }
}
