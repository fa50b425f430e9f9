import FlowState

/// Shows that an activity is in progress.
///
/// ```swift
/// let progress = ProgressIndicator()
/// progress.start("Loading…")
/// // … when the answer has arrived:
/// progress.stop()
/// ```
///
/// On a terminal, a spinner turns on one line, which ``stop()`` erases. On other streams, and if the cursor can't be moved
/// (`TERM=dumb`), the text is written once, as a line. By default, the indicator writes to standard error, so that standard
/// output contains only results. Errors in writing are ignored.
///
/// Don't write anything else to the terminal between start and stop, because it would appear on the spinner's line. An
/// indicator stops when it is released.
public final class ProgressIndicator: Sendable {
  private struct State: Sendable {
    var line: ProgressLine
    var endTicking: ProgressTicker.End?
  }

  private let output: TextOutput
  private let ticker: ProgressTicker
  private let state: Locked<State>

  /// Creates an indicator that shows nothing yet.
  ///
  /// - Parameters:
  ///   - output: The output for the indicator; standard error by default.
  ///   - terminal: A description of the standard streams. Only its standard error is used.
  ///   - ticker: The ticker that turns the spinner.
  public init(
    output: TextOutput = TextOutput(descriptor: 2),
    terminal: Terminal = .current(),
    ticker: ProgressTicker = .every(milliseconds: 100)
  ) {
    self.output = output
    self.ticker = ticker
    let mode: ProgressLine.Mode =
      terminal.movesCursor(on: .error) ? .animated(columns: terminal.columns) : .plain
    state = Locked(State(line: ProgressLine(mode: mode)))
  }

  deinit {
    stop()
  }

  /// Shows a text, and replaces the previous one.
  ///
  /// You can call it from any thread. It returns when the text is written.
  ///
  /// - Parameter text: A short description of the activity. It is shown as `printable`, and truncated to one line of
  ///   the terminal.
  public func start(_ text: String) {
    let (turn, isNew) = state.withLock { state in
      let drawing = state.line.start(text)
      draw(drawing)
      return (state.line.turn, !drawing.isEmpty && state.line.isAnimated(in: state.line.turn))
    }
    guard isNew else { return }
    // A ticker is user code and may tick immediately, so it starts outside the lock.
    let endTicking = ticker.begin { [weak self] in self?.tick(in: turn) }
    let outdated = state.withLock { state in
      guard state.line.isAnimated(in: turn) else { return Optional(endTicking) }
      let outdated = state.endTicking
      state.endTicking = endTicking
      return outdated
    }
    outdated?()
  }

  /// Erases the spinner. Nothing is drawn until the next start.
  ///
  /// You can call it from any thread, any number of times. It returns when the line is erased.
  public func stop() {
    let endTicking = state.withLock { state in
      draw(state.line.stop())
      let endTicking = state.endTicking
      state.endTicking = nil
      return endTicking
    }
    endTicking?()
  }

  private func tick(in turn: Int) {
    state.withLock { state in draw(state.line.tick(in: turn)) }
  }

  /// Called with the lock held, so that a drawing is complete before `stop()` erases it.
  private func draw(_ drawing: String) {
    guard !drawing.isEmpty else { return }
    try? output.write(drawing)
  }
}
