#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A window that a screen lives in: what it is asked, so that a test can be the window.
struct LiveWindow: Sendable {
  /// What comes from a window.
  enum Event: Sendable, Equatable {
    case keys([Key])
    case resized
    case continued
    case ended
  }

  /// Begins to deliver what comes, with keys as they are pressed. False where that is not possible.
  var begin: @Sendable (_ deliver: @escaping @Sendable (Event) -> Void) -> Bool
  /// The size now.
  var size: @Sendable () -> WindowSize
  /// Gives the terminal back before the process is stopped. False if it cannot be stopped.
  var suspend: @Sendable () -> Bool
  /// Takes the terminal again.
  var resume: @Sendable () -> Void
  /// Gives the terminal back. Nothing is delivered afterwards.
  var end: @Sendable () -> Void
  /// Makes the terminal usable at once, from any thread, if the window is live: the program is about to end.
  var giveBack: @Sendable () -> Void
  /// Tells the program that the user wants to end it.
  var interrupt: @Sendable () -> Void

  /// The window of two descriptors.
  static func system(input: CInt = 0, output: TextOutput, descriptor: CInt = 1) -> LiveWindow {
    let window = QueueConfined(SystemWindow?.none, label: "FlowTerminal.LiveWindow")
    return LiveWindow(
      begin: { deliver in
        guard let raw = RawMode(input), let keys = KeyReader(input: input) else { return false }
        let signals = WindowSignals(
          resized: { deliver(.resized) }, continued: { deliver(.continued) },
          ending: {
            try? output.write(ScreenPainter.end)
            raw.end()
          })
        raw.begin()
        keys.start { deliver($0.map { .keys($0) } ?? .ended) }
        return window.withState { state in
          state = SystemWindow(raw: raw, keys: keys, signals: signals)
          return true
        }
      },
      size: { WindowSize(of: descriptor) },
      suspend: {
        guard WindowSignals.Disposition(of: SIGTSTP) != .ignored else { return false }
        window.withState { $0?.raw.end() }
        kill(getpid(), SIGTSTP)
        return true
      },
      resume: { window.withState { $0?.raw.begin() } },
      end: {
        guard
          let open = window.withState({ state in
            defer { state = nil }
            return state
          })
        else { return }
        open.signals.end()
        open.keys.stop()
        open.raw.end()
      },
      giveBack: {
        guard let raw = window.withState({ $0?.raw }) else { return }
        try? output.write(ScreenPainter.end)
        raw.end()
      },
      interrupt: { kill(getpid(), SIGINT) })
  }

  private struct SystemWindow: Sendable {
    let raw: RawMode
    let keys: KeyReader
    let signals: WindowSignals
  }
}
