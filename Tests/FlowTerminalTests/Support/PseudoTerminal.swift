import Glibc
import Synchronization
import TestSupport

/// A terminal without a window. A program reads from `terminal` what a test types at `keyboard`.
final class PseudoTerminal: Sendable {
  let keyboard: CInt
  let terminal: CInt
  private let isConnected = Atomic(true)

  init?(columns: Int = 0) {
    var keyboard: CInt = -1
    var terminal: CInt = -1
    var size = winsize(ws_row: 0, ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&keyboard, &terminal, nil, nil, &size) == 0 else { return nil }
    self.keyboard = keyboard
    self.terminal = terminal
  }

  deinit {
    hangUp()
    close(terminal)
  }

  static let isAvailable = PseudoTerminal() != nil

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    let count = write(keyboard, bytes, bytes.count)
    precondition(count == bytes.count, "the terminal does not take the keys: \(errno)")
  }

  /// Reads what programs write to the terminal, up to a text, or until they write nothing for half a minute.
  ///
  /// A thread of its own waits for it, because the program may need those of Swift's tasks, which are few.
  func read(until text: String) async -> String {
    await onThread { self.readOnThread(until: text) }
  }

  private func readOnThread(until text: String) -> String {
    var seen: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !String(decoding: seen, as: UTF8.self).contains(text) {
      var entry = pollfd(fd: keyboard, events: CShort(POLLIN), revents: 0)
      guard poll(&entry, 1, 30_000) == 1 else { break }
      let count = Glibc.read(keyboard, &buffer, buffer.count)
      guard count > 0 else { break }
      seen += buffer.prefix(count)
    }
    return String(decoding: seen, as: UTF8.self)
  }

  func hangUp() {
    if isConnected.exchange(false, ordering: .acquiringAndReleasing) { close(keyboard) }
  }
}
