#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import Synchronization

/// The terminals that are in raw mode, with the state for restoring them when a signal ends the process.
///
/// A signal handler calls ``restoreAll()``, so everything that it uses is async-signal-safe: it uses memory that was
/// allocated earlier, atomic values, and system calls, and never waits for a terminal that doesn't read.
enum TerminalRestoration {
  /// The place of an armed terminal.
  struct Slot: Sendable, Equatable {
    fileprivate let index: Int
  }

  private enum State: UInt8, AtomicRepresentable {
    case free, filling, armed, restored
  }

  private struct Record: ~Copyable {
    let state = Atomic(State.free)
    var input: CInt = -1
    var output: CInt = -1
    var settings = termios()
    var farewell = Farewell.screen
  }

  /// The text that is written to a restored terminal.
  enum Farewell: Sendable {
    /// Ends a screen.
    case screen
    /// Ends a prompt among other lines.
    case prompt
  }

  private static let capacity = 16
  /// The address of the records. They are allocated once and never freed, because a handler can use them at any time.
  private static let records: UInt = {
    let records = UnsafeMutablePointer<Record>.allocate(capacity: capacity)
    for index in 0..<capacity { (records + index).initialize(to: Record()) }
    return UInt(bitPattern: records)
  }()
  /// The address and the number of the bytes that end a screen, and of those that end a prompt.
  private static let screenEnd = copy(of: ScreenPainter.end)
  private static let promptEnd = copy(of: PromptPainter.end + "\n")

  private static func copy(of text: String) -> (start: UInt, count: Int) {
    let bytes = Array(text.utf8)
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count)
    copy.initialize(from: bytes, count: bytes.count)
    return (UInt(bitPattern: copy), bytes.count)
  }

  private static func record(_ index: Int) -> UnsafeMutablePointer<Record>? {
    UnsafeMutablePointer<Record>(bitPattern: records).map { $0 + index }
  }

  /// Arms a terminal, so that it is restored if a signal ends the process or the process exits. Returns nil if too many
  /// terminals are armed.
  static func arm(input: CInt, output: CInt, settings: termios, farewell: Farewell = .screen) -> Slot? {
    // A handler must find these initialized.
    _ = (screenEnd, promptEnd)
    for index in 0..<capacity {
      guard let record = record(index),
        record.pointee.state.compareExchange(expected: .free, desired: .filling, ordering: .acquiring).exchanged
      else { continue }
      record.pointee.input = input
      record.pointee.output = output
      record.pointee.settings = settings
      record.pointee.farewell = farewell
      record.pointee.state.store(.armed, ordering: .releasing)
      return Slot(index: index)
    }
    return nil
  }

  /// Disarms a terminal that is restored by other means, or was restored here.
  static func disarm(_ slot: Slot) {
    record(slot.index)?.pointee.state.store(.free, ordering: .releasing)
  }

  /// Returns whether the terminal hasn't been restored yet.
  static func isArmed(_ slot: Slot) -> Bool {
    record(slot.index)?.pointee.state.load(ordering: .acquiring) == .armed
  }

  /// Restores one terminal, unless it has been restored.
  static func restore(_ slot: Slot) {
    restore(at: slot.index)
  }

  /// Restores all terminals. Async-signal-safe.
  static func restoreAll() {
    var index = 0
    while index < capacity {
      restore(at: index)
      index += 1
    }
  }

  /// Arms the terminals again that ``restoreAll()`` has restored, because the process continues, and returns whether
  /// there were any. Async-signal-safe.
  static func rearmAll() -> Bool {
    var (index, found) = (0, false)
    while index < capacity {
      if let record = record(index),
        record.pointee.state.compareExchange(expected: .restored, desired: .armed, ordering: .releasing).exchanged
      {
        found = true
      }
      index += 1
    }
    return found
  }

  private static func restore(at index: Int) {
    guard let record = record(index),
      record.pointee.state.compareExchange(expected: .armed, desired: .restored, ordering: .acquiringAndReleasing)
        .exchanged
    else { return }
    restore(
      input: record.pointee.input, output: record.pointee.output, settings: &record.pointee.settings,
      farewell: record.pointee.farewell)
  }

  /// Restores a terminal within half a second, whether it reads or not. Async-signal-safe.
  static func restore(input: CInt, output: CInt, settings: inout termios, farewell: Farewell) {
    // Don't restore a terminal that another process uses now. A process without a controlling terminal has no group
    // there.
    let foreground = tcgetpgrp(input)
    guard foreground < 0 || foreground == getpgrp() else { return }
    // `TCSANOW` doesn't wait for the output.
    tcsetattr(input, TCSANOW, &settings)
    writeFarewell(farewell == .screen ? screenEnd : promptEnd, output)
  }

  /// Writes a farewell within half a second. If the terminal doesn't read, discards its unread output.
  private static func writeFarewell(_ farewell: (start: UInt, count: Int), _ output: CInt) {
    guard let start = UnsafePointer<UInt8>(bitPattern: farewell.start) else { return }
    let flags = fcntl(output, F_GETFL)
    if flags >= 0, flags & O_NONBLOCK == 0 { _ = fcntl(output, F_SETFL, flags | O_NONBLOCK) }
    var (written, attempts) = (0, 0)
    while written < farewell.count, attempts < 50 {
      let count = write(output, start + written, farewell.count - written)
      if count > 0 {
        written += count
        continue
      }
      if count < 0, errno != EAGAIN, errno != EINTR { break }
      attempts += 1
      if attempts > 10 { tcflush(output, TCOFLUSH) }
      var entry = pollfd(fd: output, events: CShort(POLLOUT), revents: 0)
      poll(&entry, 1, 10)
    }
    if flags >= 0, flags & O_NONBLOCK == 0 { _ = fcntl(output, F_SETFL, flags) }
  }
}
