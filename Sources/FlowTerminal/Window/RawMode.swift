#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The raw mode of a terminal, in which each key arrives when it is pressed, without an echo.
struct RawMode: Sendable {
  private let descriptor: CInt
  /// The settings to restore.
  let before: termios

  /// Saves the terminal's current settings. Returns nil if the descriptor isn't a terminal.
  init?(_ descriptor: CInt) {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { return nil }
    self.descriptor = descriptor
    before = settings
  }

  /// Starts raw mode. Ctrl-C and Ctrl-Z arrive as keys, so that the reader can restore the terminal first.
  func begin() {
    var raw = before
    raw.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON)
    raw.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN | ISIG)
    raw.c_cflag |= tcflag_t(CS8)
    withUnsafeMutableBytes(of: &raw.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    _ = set(raw)
  }

  /// Stops the echo of what is typed, except for line ends. Lines are still edited and read by the terminal.
  func hide() {
    var hidden = before
    hidden.c_lflag &= ~tcflag_t(ECHO)
    hidden.c_lflag |= tcflag_t(ECHONL)
    _ = set(hidden)
  }

  /// Restores the saved settings.
  func end() {
    _ = set(before)
  }

  /// Applies settings after pending output was written. In a background process, this stops the process, as the shell
  /// expects.
  private func set(_ settings: termios) -> Bool {
    var settings = settings
    return JobControl.obeying(SIGTTOU) {
      var result: CInt
      repeat { result = tcsetattr(descriptor, TCSADRAIN, &settings) } while result != 0 && errno == EINTR
      return result == 0
    }
  }
}
