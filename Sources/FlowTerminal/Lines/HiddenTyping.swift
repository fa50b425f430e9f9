#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A terminal that doesn't echo what the user types, such as a password.
///
/// The echo returns when the value is released, and when a signal ends the process.
final class HiddenTyping {
  private let mode: RawMode
  private let restoration: TerminalRestoration.Slot?

  /// Stops the echo. Returns nil if the input isn't a terminal.
  init?(input: CInt, output: CInt) {
    guard let mode = RawMode(input) else { return nil }
    self.mode = mode
    EndingSignals.begin()
    restoration = TerminalRestoration.arm(input: input, output: output, settings: mode.before, farewell: .prompt)
    mode.hide()
  }

  deinit {
    mode.end()
    if let restoration { TerminalRestoration.disarm(restoration) }
    EndingSignals.end()
  }

  /// Stops the echo again, because the process was stopped and the shell has used the terminal.
  func resume() {
    mode.hide()
  }
}
