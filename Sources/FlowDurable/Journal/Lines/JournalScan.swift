import Foundation

/// A scan of the bytes of a journal: verified lines, possibly followed by other bytes.
///
/// A value without a file, which receives the bytes piece by piece.
struct JournalScan {
  /// The kind of end that a journal has.
  enum End: Sendable, Hashable {
    /// A complete line.
    case clean
    /// Bytes that were never acknowledged: a write that was interrupted when the process or the machine stopped.
    case torn
    /// Damage: verified lines follow, which show that the bytes before them were on disk once.
    case damaged
  }

  private let header: JournalHeader
  /// The bytes that were received and aren't used yet.
  private var rest: [UInt8] = []
  /// The offset of the first byte of `rest`.
  private var offset: Int
  /// The number of the last verified line.
  private(set) var lines = 0
  /// The offset after the last verified line.
  private(set) var end: Int
  /// Whether a line has failed, so that the lines after it only serve to detect damage.
  private var hasFailed = false
  private var isDamaged = false
  /// The number of bytes whose checksum may still be calculated for lines that begin within other lines. This limits
  /// the search in text that looks like the beginnings of many nested lines.
  private(set) var patience = 256 << 20

  init(_ header: JournalHeader) {
    self.init(header, after: 0, end: header.bytes.count)
  }

  /// Creates a scan that continues after lines that were read before.
  init(_ header: JournalHeader, after lines: Int, end: Int) {
    self.header = header
    offset = end
    self.lines = lines
    self.end = end
  }

  /// Takes the next bytes of the file, and calls a closure with each verified line.
  mutating func take(
    _ bytes: UnsafeRawBufferPointer,
    _ body: (_ line: JournalLine, _ text: UnsafeRawBufferPointer, _ offset: Int) throws(StoreError) -> Void
  ) throws(StoreError) {
    // A piece is copied only if it begins within a line.
    if rest.isEmpty {
      let used = try takeLines(bytes, body)
      rest = Array(bytes[used...])
    } else {
      rest += bytes
      let all = rest
      let used = try all.withUnsafeBytes { raw in
        Result { () throws(StoreError) in try takeLines(raw, body) }
      }.get()
      rest.removeFirst(used)
    }
    if rest.count > JournalLine.longest {
      hasFailed = true
      // No line is this long, so only a line that begins in its last bytes can verify.
      let keep = 64
      offset += rest.count - keep
      rest.removeFirst(rest.count - keep)
    }
  }

  /// Returns the kind of end that the journal has, after the last bytes.
  mutating func finish() -> End {
    if !rest.isEmpty {
      hasFailed = true
      rest.withUnsafeBytes { search($0) }
    }
    return isDamaged ? .damaged : hasFailed ? .torn : .clean
  }

  /// Uses the complete lines at the beginning of the bytes. Returns the number of bytes that were used.
  private mutating func takeLines(
    _ bytes: UnsafeRawBufferPointer,
    _ body: (JournalLine, UnsafeRawBufferPointer, Int) throws(StoreError) -> Void
  ) throws(StoreError) -> Int {
    var start = 0
    while let length = Self.lineLength(bytes, from: start) {
      let text = UnsafeRawBufferPointer(rebasing: bytes[start..<start + length])
      if hasFailed {
        search(text)
      } else if let line = JournalLine(text, at: offset, after: lines, in: header), line.number == lines + 1 {
        try body(line, text, offset)
        lines += 1
        end = offset + length + 1
      } else {
        hasFailed = true
        search(text)
      }
      start += length + 1
      offset += length + 1
    }
    return start
  }

  private static func lineLength(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
    guard start < bytes.count, let base = bytes.baseAddress,
      let found = memchr(base + start, Int32(UInt8(ascii: "\n")), bytes.count - start)
    else { return nil }
    return UnsafeRawPointer(found) - (base + start)
  }

  /// Searches for a verified line after the failure, also within a line, because a line break may be damaged.
  private mutating func search(_ text: UnsafeRawBufferPointer) {
    guard !isDamaged else { return }
    var start = 0
    while start + 14 < text.count {
      if text[start + 8] == UInt8(ascii: " "), start == 0 || text.count - start <= patience {
        let place = offset + start
        let line = JournalLine(
          UnsafeRawBufferPointer(rebasing: text[start...]), at: place, after: lines, in: header
        ) { synced, number in
          guard synced > end else { return false }
          guard start > 0 else { return true }
          // The bytes before it must have room for the lines before it, and no byte from it on can have been synced
          // before it was written.
          guard synced <= place, (1...(place - end) / 15 + 1).contains(number - lines) else { return false }
          patience -= text.count - start
          return true
        }
        if line != nil {
          isDamaged = true
          return
        }
      }
      start += 1
    }
  }
}
