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

  /// Begins to deliver what comes, with keys as they are pressed. False where that is not possible. When the window was
  /// given back for the end of the program, nothing is delivered any more.
  var begin: @Sendable (_ deliver: @escaping @Sendable (Event) -> Void) -> Bool
  /// Writes to the terminal, unless it was given back for the end of the program.
  var write: @Sendable (_ text: String) throws(OutputFailure) -> Void
  /// The size now.
  var size: @Sendable () -> WindowSize
  /// Gives the terminal back before the process is stopped. False if it cannot be stopped.
  var suspend: @Sendable () -> Bool
  /// Takes the terminal again.
  var resume: @Sendable () -> Void
  /// Gives the terminal back with a last text, however the writing of that goes. Nothing is delivered afterwards.
  var end: @Sendable (_ farewell: String) throws(OutputFailure) -> Void
  /// Makes the terminal usable at once, from any thread, and for good: the program is about to end.
  var giveBack: @Sendable () -> Void
  /// Tells the program that the user wants to end it.
  var interrupt: @Sendable () -> Void

  /// The window of two descriptors.
  static func system(input: CInt = 0, output: TextOutput, descriptor: CInt = 1) -> LiveWindow {
    let window = QueueConfined(SystemWindow(), label: "FlowTerminal.LiveWindow")
    let giveBack = { @Sendable in
      window.withState { state in
        state.isGivenBack = true
        guard let raw = state.open?.raw else { return }
        try? output.write(ScreenPainter.end)
        raw.end()
      }
    }
    return LiveWindow(
      begin: { deliver in
        guard !window.withState({ $0.isGivenBack }) else { return true }
        guard let raw = RawMode(input), let keys = KeyReader(input: input) else { return false }
        let signals = WindowSignals(
          resized: { deliver(.resized) }, continued: { deliver(.continued) }, ending: giveBack)
        let isOpen = window.withState { state in
          guard !state.isGivenBack else { return false }
          raw.begin()
          state.open = SystemWindow.Parts(raw: raw, keys: keys, signals: signals)
          return true
        }
        if isOpen { keys.start { deliver($0.map { .keys($0) } ?? .ended) } } else { signals.end() }
        return true
      },
      write: { text throws(OutputFailure) in
        let result: Result<Void, OutputFailure> = window.withState { state in
          Result { () throws(OutputFailure) in if !state.isGivenBack { try output.write(text) } }
        }
        try result.get()
      },
      size: { WindowSize(of: descriptor) },
      suspend: {
        guard WindowSignals.Disposition(of: SIGTSTP) != .ignored else { return false }
        window.withState { $0.open?.raw.end() }
        kill(getpid(), SIGTSTP)
        return true
      },
      resume: { window.withState { if !$0.isGivenBack { $0.open?.raw.begin() } } },
      end: { farewell throws(OutputFailure) in
        let (open, farewell): (SystemWindow.Parts?, Result<Void, OutputFailure>) = window.withState { state in
          let isLive = state.open != nil && !state.isGivenBack
          return (
            state.open.take(), Result { () throws(OutputFailure) in if isLive { try output.write(farewell) } }
          )
        }
        open?.signals.end()
        open?.keys.stop()
        open?.raw.end()
        try farewell.get()
      },
      giveBack: giveBack,
      interrupt: { kill(getpid(), SIGINT) })
  }

  private struct SystemWindow: Sendable {
    struct Parts: Sendable {
      let raw: RawMode
      let keys: KeyReader
      let signals: WindowSignals
    }

    var open: Parts?
    var isGivenBack = false
  }
}
