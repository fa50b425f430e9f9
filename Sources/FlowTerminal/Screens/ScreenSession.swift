public import FlowScreens
public import FlowState

/// Shows a `FlowScreen` on the terminal until it is finished or the user leaves it.
///
/// On a terminal, the screen is live: it is drawn in place, the tab and arrow keys move the focus, and `:` starts a
/// command. On other streams, and if the cursor can't be moved (`TERM=dumb`), the session writes the screen as lines:
/// first the whole screen, then the changed lines. It then reads commands, one on each line. In both forms, `help`
/// lists the commands. A screen isn't live either if the line reader has lines that nobody has read, which are for the
/// screen, or if it still waits for the line of a withdrawn question: it would take the first key of the screen.
///
/// ```swift
/// let session = ScreenSession(lines: lines)
/// let count = FlowStep(Any.self, Int.self, identifier: "Count") { _ in
///   let screen = CounterScreen()
///   return try await session.run(screen) == .finished ? screen.count : nil
/// }
/// ```
///
/// You can use a session for several screens, one after another. Don't show a screen while a ``Prompter`` shows choices on
/// the same terminal, or another session a screen, because both would read the keys.
public struct ScreenSession: Sendable {
  private let lines: LineReader
  private let output: TextOutput
  private let terminal: Terminal
  private let clock: (any FlowClock)?
  private let window: LiveWindow
  private var images: ImageFolder?

  /// Creates a session.
  ///
  /// - Parameters:
  ///   - lines: The reader of commands for a screen that isn't live; standard input by default. Use only one reader for
  ///     each descriptor.
  ///   - output: The output for the screen; standard output by default.
  ///   - terminal: A description of the standard streams.
  ///   - clock: The clock that measures the time until a screen changes by itself; the run's clock by default.
  public init(
    lines: LineReader = LineReader(), output: TextOutput = TextOutput(), terminal: Terminal = .current(),
    clock: (any FlowClock)? = nil
  ) {
    self.init(
      lines: lines, output: output, terminal: terminal, clock: clock, window: .system(output: output))
  }

  /// Creates a session that shows screens on the output that the user can see; see ``Dialogue``.
  ///
  /// - Parameters:
  ///   - lines: The reader of commands for a screen that isn't live; standard input by default. Use only one reader for
  ///     each descriptor.
  ///   - dialogue: The output for the screen, and its terminal.
  ///   - clock: The clock that measures the time until a screen changes by itself; the run's clock by default.
  public init(lines: LineReader = LineReader(), dialogue: Dialogue, clock: (any FlowClock)? = nil) {
    self.init(lines: lines, output: dialogue.output, terminal: dialogue.terminal, clock: clock)
  }

  init(lines: LineReader, output: TextOutput, terminal: Terminal, clock: (any FlowClock)?, window: LiveWindow) {
    self.lines = lines
    self.output = output
    self.terminal = terminal
    self.clock = clock
    self.window = window
  }

  /// Returns a session that draws the images of a folder. Without it, a session opens no file, and writes the labels of
  /// images.
  ///
  /// A layout can come from a server, and names the files. Therefore, other files are never opened, not even through
  /// links, and neither are devices.
  ///
  /// ```swift
  /// let illustrated = session.images(from: "/usr/share/recipes/pictures")
  /// ```
  ///
  /// An image of a layout is in the folder if its address is a relative path, such as `soup.png`, or the URL or the path
  /// of a file in the folder. A live screen with colours draws it with at most 40 columns and 20 rows if it is a PNG file
  /// of at most 8 MiB, and never enlarges it. If the environment variable `COLORTERM` is `truecolor` or `24bit`, it has
  /// colours of 24 bits, otherwise some of the 256 colours. Each file is read once for each screen, without blocking the
  /// run. All other images, and those of screens that aren't live, are written as their labels.
  ///
  /// - Parameter folder: The path of the folder. If there is no such folder, there are no images.
  /// - Returns: The session with images.
  public func images(from folder: String) -> ScreenSession {
    var session = self
    session.images = ImageFolder(folder)
    return session
  }

  /// Shows a screen until it is finished or the user leaves it.
  ///
  /// Call it in the async function of a step that creates the screen. If the screen shares state with closures of the
  /// run, use ``show(_:in:ended:)`` instead. If the task is cancelled, the terminal is restored before `cancel()` returns.
  ///
  /// - Parameters:
  ///   - screen: The screen. It is used in the isolation of the caller.
  ///   - isolation: The caller's actor. The default is usually right.
  /// - Returns: The way in which the screen ended.
  /// - Throws: ``OutputFailure`` if the screen can't be shown, or `CancellationError` if the task is cancelled.
  public func run(
    _ screen: any FlowScreen, isolation: isolated (any Actor)? = #isolation
  ) async throws -> ScreenEnding {
    let feed = ScreenFeed(clock: clock ?? RunAccess.clock ?? MonotonicClock())
    defer { feed.end() }
    screen.observe { [changes = feed.changes] in changes.report() }
    // While the reader waits for the line of a withdrawn question, it would take the first key. The lines that it has are
    // for this screen.
    if terminal.isInteractive, terminal.movesCursor(on: .output), lines.isIdle {
      let window = ScreenWindow(window)
      let ending: ScreenEnding? = try await withTaskCancellationHandler {
        if window.begin(feed.deliver) { return try await live(screen, feed, in: window).run() }
        try Task.checkCancellation()
        return nil
      } onCancel: {
        window.cancel()
      }
      if let ending { return ending }
    }
    return try await PlainSession(screen, feed, lines: lines, output: output, terminal: terminal).run()
  }

  /// The question before a key discards the user's entries.
  static let leavingQuestion = "Leave, and drop what you have entered?"

  private func live(_ screen: any FlowScreen, _ feed: ScreenFeed, in window: ScreenWindow) -> LiveSession {
    let usesColor = terminal.usesColor(for: .output)
    let images = images.flatMap { folder in
      usesColor ? ScreenImages(folder, terminal.colorDepth) { [changes = feed.changes] in changes.report() } : nil
    }
    return LiveSession(screen, feed, window: window, view: LiveView(usesColor: usesColor, images: images))
  }

  /// Restores the terminal within a second and permanently, even if the terminal doesn't read its output.
  ///
  /// Call it before a program exits while a screen is live, for example in a signal handler. The session shows no live
  /// screen afterwards.
  ///
  /// ```swift
  /// interruption.setEventHandler {
  ///   session.giveBackTerminal()
  ///   exit(130)
  /// }
  /// ```
  ///
  /// A signal that ends the process by default and that the program doesn't handle needs no such call. A crash needs
  /// none, either: the session restores the terminal first, and then calls the program's handler for the signals of a
  /// crash. You can call it from any thread.
  public func giveBackTerminal() {
    window.giveBack()
  }
}
