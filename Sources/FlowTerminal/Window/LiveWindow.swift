#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The operations of the window in which a screen is live. A test can replace them.
struct LiveWindow: Sendable {
  /// An event of a window.
  enum Event: Sendable, Equatable {
    case keys([Key])
    case resized
    case continued
    case ended
  }

  /// Starts to deliver events, with each key as it is pressed. Returns false if that isn't possible. After ``giveBack``, it
  /// delivers nothing.
  var begin: @Sendable (_ deliver: @escaping @Sendable (Event) -> Void) -> Bool
  /// Writes to the terminal. After ``giveBack``, it does nothing.
  var write: @Sendable (_ text: String) throws(OutputFailure) -> Void
  /// Returns the current size.
  var size: @Sendable () -> WindowSize
  /// Restores the terminal and stops the process. Returns false if the process can't be stopped.
  var suspend: @Sendable () -> Bool
  /// Takes over the terminal again.
  var resume: @Sendable () -> Void
  /// Writes a last text and restores the terminal, even if writing fails. No event is delivered afterwards.
  var end: @Sendable (_ farewell: String) throws(OutputFailure) -> Void
  /// Restores the terminal immediately and permanently, because the program is about to end. Can be called from any thread.
  var giveBack: @Sendable () -> Void
  /// Sends `SIGINT` to the process.
  var interrupt: @Sendable () -> Void

  /// Makes the window of an input and an output descriptor.
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
