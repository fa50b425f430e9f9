import Foundation

/// A terminal without a window that takes the place of the process's own, so that a screen can be live on it.
final class PseudoTerminal {
  private let keyboard: CInt
  private let terminal: CInt
  private let own: [CInt]

  /// Takes the place of standard input and output until ``end()``.
  init?(columns: Int, rows: Int) {
    var keyboard: CInt = -1
    var terminal: CInt = -1
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&keyboard, &terminal, nil, nil, &size) == 0 else { return nil }
    self.keyboard = keyboard
    self.terminal = terminal
    own = [dup(0), dup(1)]
    dup2(terminal, 0)
    dup2(terminal, 1)
  }

  /// Types a key.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(keyboard, bytes, bytes.count)
  }

  /// Reads what the program draws until it has drawn the given text.
  func read(until end: String) {
    var text = ""
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while !text.contains(end) {
      let count = Foundation.read(keyboard, &buffer, buffer.count)
      guard count > 0 else { return }
      text = String(text.suffix(end.count)) + String(decoding: buffer[..<count], as: UTF8.self)
    }
  }

  /// Gives standard input and output back.
  func end() {
    for (descriptor, original) in own.enumerated() {
      dup2(original, CInt(descriptor))
      close(original)
    }
    close(terminal)
    close(keyboard)
  }
}
