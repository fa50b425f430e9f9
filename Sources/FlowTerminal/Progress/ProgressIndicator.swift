/// Shows that something goes on, until it is over.
///
/// ```swift
/// let progress = ProgressIndicator()
/// progress.start("Loading…")
/// // … when the answer is there:
/// progress.stop()
/// ```
///
/// On a terminal a spinner turns on one line, which is gone after ``stop()``. Elsewhere, and where the cursor must not be
/// moved (`NO_COLOR`, `TERM=dumb`), the text is written once, as a line. It all goes to standard error, which keeps
/// standard output clean. What cannot be written is not shown: progress is never a reason to fail.
///
/// Between start and stop let nothing else write to the terminal; it would land on the spinner's line. An indicator that
/// is released stops first.
public final class ProgressIndicator: Sendable {
  private struct State: Sendable {
    var line: ProgressLine
    var endTicking: ProgressTicker.End?
  }

  private let output: TextOutput
  private let ticker: ProgressTicker
  private let state: QueueConfined<State>

  /// Makes an indicator that shows nothing yet.
  ///
  /// - Parameters:
  ///   - output: Where to show it, standard error by default.
  ///   - terminal: What the standard streams are; its standard error counts.
  ///   - ticker: What turns the spinner.
  public init(
    output: TextOutput = TextOutput(descriptor: 2),
    terminal: Terminal = .current(),
    ticker: ProgressTicker = .every(milliseconds: 100)
  ) {
    self.output = output
    self.ticker = ticker
    let mode: ProgressLine.Mode =
      terminal.movesCursor(on: .error) ? .animated(columns: terminal.columns) : .plain
    state = QueueConfined(State(line: ProgressLine(mode: mode)), label: "FlowTerminal.ProgressIndicator")
  }

  deinit {
    stop()
  }

  /// Shows a text. When another one is shown, this one takes its place.
  ///
  /// May be called from any thread; returns when the text is there.
  ///
  /// - Parameter text: What is going on, in a few words. It is shown as `printable`, and cut to one line of
  ///   the terminal.
  public func start(_ text: String) {
    let (turn, isNew) = state.withState { state in
      let drawing = state.line.start(text)
      draw(drawing)
      return (state.line.turn, !drawing.isEmpty && state.line.isAnimated(in: state.line.turn))
    }
    guard isNew else { return }
    // A ticker is the caller's code and may tick at once, so it begins while the state is free.
    let endTicking = ticker.begin { [weak self] in self?.tick(in: turn) }
    let outdated = state.withState { state in
      guard state.line.isAnimated(in: turn) else { return Optional(endTicking) }
      let outdated = state.endTicking
      state.endTicking = endTicking
      return outdated
    }
    outdated?()
  }

  /// Erases what is shown. Afterwards nothing is drawn until the next start.
  ///
  /// May be called from any thread, as often as one likes; returns when the line is erased.
  public func stop() {
    let endTicking = state.withState { state in
      draw(state.line.stop())
      let endTicking = state.endTicking
      state.endTicking = nil
      return endTicking
    }
    endTicking?()
  }

  private func tick(in turn: Int) {
    state.withState { state in draw(state.line.tick(in: turn)) }
  }

  /// Called while the state is held: so a drawing that is under way is complete before a stop erases it.
  private func draw(_ drawing: String) {
    guard !drawing.isEmpty else { return }
    try? output.write(drawing)
  }
}
