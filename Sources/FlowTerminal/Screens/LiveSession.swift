import FlowScreens

/// Shows a screen live on a terminal until it is finished or the user leaves it.
final class LiveSession {
  private let screen: any FlowScreen
  private let feed: ScreenFeed
  private let window: ScreenWindow
  private var view: LiveView
  /// The maximum number of keys that are handled before the screen is drawn again.
  private static let keysInTurn = 256
  /// Whether another process may use the terminal, because this process was stopped.
  private var isSuspended = false
  /// Whether the user has interrupted the program. If so, the program owns the terminal until it ends or a second has
  /// passed.
  private var isInterrupted = false

  /// Creates a session in a window that already delivers events.
  init(_ screen: any FlowScreen, _ feed: ScreenFeed, window: ScreenWindow, view: LiveView) {
    self.screen = screen
    self.feed = feed
    self.window = window
    self.view = view
  }

  func run(isolation: isolated (any Actor)? = #isolation) async throws -> ScreenEnding {
    do {
      try window.write(ScreenPainter.begin)
      let ending = try await show()
      try giveBack()
      return ending
    } catch {
      try? window.end(ScreenPainter.end)
      throw error
    }
  }

  /// Restores the terminal, and writes the last visible frame to it.
  private func giveBack() throws {
    let lines = view.remains(of: screen, size: window.size())
    let remains = lines.map { $0.codedForScreen(usesColor: view.usesColor) + "\n" }
    try window.end(ScreenPainter.end + remains.joined())
  }

  private func show(isolation: isolated (any Actor)? = #isolation) async throws -> ScreenEnding {
    if screen.isFinished { return .finished }
    try draw()
    for await event in feed.events {
      if let ending = try take(event) { return ending }
      if screen.isFinished, !isInterrupted { return .finished }
      if !isSuspended, !isInterrupted { try draw() }
    }
    throw CancellationError()
  }

  private func draw() throws {
    let code = view.draw(screen, size: window.size())
    if !code.isEmpty { try window.write(code) }
    feed.wake(after: screen.nextChange)
  }

  private func take(_ event: ScreenFeed.Event) throws -> ScreenEnding? {
    screen.timePassed()
    switch event {
    case .time where isInterrupted: try returnToScreen()
    case .window where isInterrupted: break
    case .window(let event): return try take(event)
    case .changed: feed.changes.taken()
    case .time, .line: break
    }
    return nil
  }

  private func take(_ event: LiveWindow.Event) throws -> ScreenEnding? {
    switch event {
    case .ended: return .inputEnded
    case .resized: view.forget()
    case .continued:
      // Other processes may have used the terminal in the meantime, and shells restore it with their own settings.
      isSuspended = true
      try resume()
    case .typed:
      // Keys are arriving, so the process isn't stopped.
      try resume()
      return try takeKeys()
    }
    return nil
  }

  /// Handles the typed keys, up to the key that ends the screen. The remaining keys are for the next screen.
  private func takeKeys() throws -> ScreenEnding? {
    for _ in 0..<Self.keysInTurn {
      guard let key = window.nextKey(view.isTyping) else { return nil }
      switch view.take(key, on: screen, size: window.size()) {
      case .stay: break
      case .leave: return .left
      case .suspend: try suspend()
      case .interrupt:
        try interrupt()
        return nil
      }
      if screen.isFinished { return nil }
    }
    feed.deliver(.typed)
    return nil
  }

  private func suspend() throws {
    try window.write(ScreenPainter.end)
    isSuspended = true
    if !window.suspend() { try resume() }
  }

  private func resume() throws {
    guard isSuspended else { return }
    isSuspended = false
    window.resume()
    try window.write(ScreenPainter.begin)
    view.forget()
  }

  /// Sends the program an interrupt, which usually ends the process or cancels the step. If the program continues
  /// instead, the screen returns after a second.
  private func interrupt() throws {
    try window.end(ScreenPainter.end)
    isInterrupted = true
    feed.wake(after: .seconds(1))
    window.interrupt()
  }

  private func returnToScreen() throws {
    // Without a terminal, the screen can't return and the user can't leave it. The program must end it.
    guard window.begin(feed.deliver) else { return }
    isInterrupted = false
    try window.write(ScreenPainter.begin)
    view.forget()
  }
}
