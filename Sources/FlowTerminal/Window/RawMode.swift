#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A terminal that hands over every key as it is pressed, without showing it; made by looking at how it was.
struct RawMode: Sendable {
  private let descriptor: CInt
  private let before: termios

  /// Nil where the descriptor is no terminal.
  init?(_ descriptor: CInt) {
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else { return nil }
    self.descriptor = descriptor
    before = settings
  }

  /// Ctrl-C and Ctrl-Z become keys like any other: whoever reads them first gives the terminal back.
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

  /// As it was before.
  func end() {
    _ = set(before)
  }

  /// What is still to be written is written first. A background process is stopped by the attempt, as it should be.
  private func set(_ settings: termios) -> Bool {
    var settings = settings
    return JobControl.obeying(SIGTTOU) {
      var result: CInt
      repeat { result = tcsetattr(descriptor, TCSADRAIN, &settings) } while result != 0 && errno == EINTR
      return result == 0
    }
  }
}
