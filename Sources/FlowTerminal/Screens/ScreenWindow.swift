import FlowState

/// The window while it shows one screen.
///
/// Cancelling the screen's task ends the window at once, on the thread that cancels: the next step can ask a question before the
/// cancelled task resumes. From then on, the window belongs to others, and the task can't change it.
final class ScreenWindow: Sendable {
  private enum Phase: Sendable {
    case closed
    case open
    case cancelled
  }

  private let window: LiveWindow
  /// Locked during each call, so that nothing is written after the window has ended.
  private let phase = Locked(Phase.closed)

  init(_ window: LiveWindow) {
    self.window = window
  }

  /// Starts to deliver events. Returns false if this isn't possible, or if the screen is cancelled.
  func begin(_ deliver: @escaping @Sendable (LiveWindow.Event) -> Void) -> Bool {
    phase.withLock { phase in
      guard phase == .closed, window.begin(deliver) else { return false }
      phase = .open
      return true
    }
  }

  /// Removes and returns the next typed key; nil if there is none. The keys after a cancellation are for the next screen.
  func nextKey(_ isTyping: Bool) -> Key? {
    phase.withLock { $0 == .open ? window.nextKey(isTyping) : nil }
  }

  func write(_ text: String) throws(OutputFailure) {
    try phase.withLock { phase throws(OutputFailure) in
      if phase == .open { try window.write(text) }
    }
  }

  func size() -> WindowSize { window.size() }

  /// Stops the process, as the window does.
  func suspend() -> Bool {
    phase.withLock { $0 == .open && window.suspend() }
  }

  func resume() {
    phase.withLock { if $0 == .open { window.resume() } }
  }

  /// Writes a last text and restores the terminal, once for each beginning.
  func end(_ farewell: String) throws(OutputFailure) {
    try phase.withLock { phase throws(OutputFailure) in
      guard phase == .open else { return }
      phase = .closed
      try window.end(farewell)
    }
  }

  /// Restores the terminal, and lets the screen do nothing more with it. Can be called from any thread, and while a task is being
  /// cancelled.
  func cancel() {
    phase.withLock { phase in
      let wasOpen = phase == .open
      phase = .cancelled
      if wasOpen { try? window.end(ScreenPainter.end) }
    }
  }

  func interrupt() {
    window.interrupt()
  }
}
