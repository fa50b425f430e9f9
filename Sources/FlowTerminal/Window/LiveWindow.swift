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
    /// Keys were typed. ``nextKey`` returns them.
    case typed
    case resized
    case continued
    case ended
  }

  /// Starts to deliver events, with each key as it is pressed. Returns false if this isn't possible. After
  /// ``giveBack``, it delivers nothing.
  var begin: @Sendable (_ deliver: @escaping @Sendable (Event) -> Void) -> Bool
  /// Removes and returns the next typed key; nil if there is none. Keys that a screen doesn't take are for the next
  /// screen. While keys type text, a long sequence of characters is returned as pasted text.
  var nextKey: @Sendable (_ isTyping: Bool) -> Key?
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
  /// Restores the terminal within a second and permanently, because the program is about to end. Can be called from any
  /// thread.
  var giveBack: @Sendable () -> Void
  /// Sends `SIGINT` to the process.
  var interrupt: @Sendable () -> Void

  /// Creates the window of an input and an output.
  static func system(
    input: CInt = 0, output: TextOutput, typed: KeysAhead? = nil, farewell: TerminalRestoration.Farewell = .screen
  ) -> LiveWindow {
    let window = SystemWindow(input: input, output: output, typed: typed, farewell: farewell)
    return LiveWindow(
      begin: { window.begin($0) }, nextKey: { window.nextKey(isTyping: $0) },
      write: { text throws(OutputFailure) in try window.write(text) }, size: { window.size },
      suspend: { window.suspend() }, resume: { window.resume() },
      end: { farewell throws(OutputFailure) in try window.end(farewell) }, giveBack: { window.giveBack() },
      interrupt: { kill(getpid(), SIGINT) })
  }
}
