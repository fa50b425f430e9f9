public import FlowScreens
public import FlowState

/// Shows a `FlowScreen` on the terminal and operates it until it has finished or is left.
///
/// On a terminal the screen is live: it is drawn in place, with a focus that the tab key and the arrows move, and commands
/// behind `:`. Elsewhere, and where the cursor must not be moved (`NO_COLOR`, `TERM=dumb`), it is written as lines: the
/// whole first, then what has changed; and commands are read, a line each. `help` lists them in both.
///
/// ```swift
/// let session = ScreenSession(lines: lines)
/// let count = FlowStep(Any.self, Int.self, identifier: "Count") { _ in
///   let screen = CounterScreen()
///   return try await session.run(screen) == .finished ? screen.count : nil
/// }
/// ```
///
/// A session can be used for several screens, one after the other.
public struct ScreenSession: Sendable {
  private let lines: LineReader
  private let output: TextOutput
  private let terminal: Terminal
  private let clock: (any FlowClock)?
  private let window: LiveWindow

  /// Makes a session.
  ///
  /// - Parameters:
  ///   - lines: Where commands come from when the screen is not live; standard input by default. One reader must serve all
  ///     who read a descriptor.
  ///   - output: Where the screen is shown; standard output by default.
  ///   - terminal: What the standard streams are.
  ///   - clock: What tells when time has changed a screen; that of the run by default.
  public init(
    lines: LineReader = LineReader(), output: TextOutput = TextOutput(), terminal: Terminal = .current(),
    clock: (any FlowClock)? = nil
  ) {
    self.init(
      lines: lines, output: output, terminal: terminal, clock: clock, window: .system(output: output))
  }

  init(lines: LineReader, output: TextOutput, terminal: Terminal, clock: (any FlowClock)?, window: LiveWindow) {
    self.lines = lines
    self.output = output
    self.terminal = terminal
    self.clock = clock
    self.window = window
  }

  /// Shows a screen until it has finished or is left.
  ///
  /// Call it in the async function of a step, where the screen was made; a screen that shares what the run's closures use is
  /// shown by ``show(_:ended:)``. When the step is cancelled, the terminal is given back at once.
  ///
  /// - Parameters:
  ///   - screen: The screen; it is asked and operated where the caller is isolated.
  ///   - isolation: The caller's actor; it need not be given.
  /// - Returns: How it ended.
  /// - Throws: ``OutputFailure`` if it cannot be shown, `CancellationError` when the task is cancelled.
  public func run(
    _ screen: any FlowScreen, isolation: isolated (any Actor)? = #isolation
  ) async throws -> ScreenEnding {
    let feed = ScreenFeed(clock: clock ?? RunAccess.clock ?? MonotonicClock())
    defer { feed.end() }
    screen.observe { [changes = feed.changes] in changes.tell() }
    if terminal.isInteractive, terminal.movesCursor(on: .output) {
      if window.begin(feed.tell) { return try await LiveSession(screen, feed, window: window).run() }
    }
    return try await PlainSession(screen, feed, lines: lines, output: output, terminal: terminal).run()
  }

  /// Makes the terminal usable at once, if a screen is live on it, and for good: for a program that is about to exit in the
  /// middle of everything, because of a signal for instance. No live screen of this session is shown any more.
  ///
  /// ```swift
  /// interruption.setEventHandler {
  ///   session.giveBackTerminal()
  ///   exit(130)
  /// }
  /// ```
  ///
  /// Signals that usually end a process, and that the program does not handle itself, need no such call. May be called from
  /// any thread.
  public func giveBackTerminal() {
    window.giveBack()
  }
}
