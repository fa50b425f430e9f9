/// The open file of a journal, with the offset of its end.
struct JournalFile: Sendable {
  let file: any OpenFile
  let path: String
  let header: JournalHeader
  /// The offset after the last complete line.
  var end: Int
  /// The number of bytes that are known to be on disk.
  var synced: Int
  /// The number of the last line.
  var lines: Int

  /// The number of unsynced bytes after which a journal syncs even without `.power`. Damage in the unsynced part looks
  /// like a torn end.
  private static let lazySync = 1 << 20

  /// The number of bytes that are read at once.
  private static let piece = 1 << 20

  /// Reads the header of a file.
  static func header(_ file: any OpenFile, path: String) throws(StoreError) -> JournalHeader {
    let start = try calling(path) { () throws(FileFailure) in
      try file.read(at: 0, count: min(file.size(), JournalHeader.longest))
    }
    return try JournalHeader(start, path: path)
  }

  /// Reads the lines of a file from the position of a scan.
  static func read(
    _ file: any OpenFile, path: String, with scan: inout JournalScan, from start: Int,
    _ body: (JournalLine, UnsafeRawBufferPointer, _ offset: Int) throws(StoreError) -> Void
  ) throws(StoreError) -> Int {
    var offset = start
    while true {
      let bytes = try calling(path) { () throws(FileFailure) in try file.read(at: offset, count: piece) }
      guard !bytes.isEmpty else { return offset }
      offset += bytes.count
      try bytes.withUnsafeBytes { raw in Result { () throws(StoreError) in try scan.take(raw, body) } }.get()
    }
  }

  /// Calls a closure, and converts a failure of the system to an error of a store.
  static func calling<Value>(
    _ path: String, _ body: () throws(FileFailure) -> Value
  ) throws(StoreError) -> Value {
    do { return try body() } catch { throw error.error(path) }
  }

  /// Returns the bytes of a line for the end of the file, after those that wait to be written.
  mutating func line(_ json: [UInt8], at offset: Int) -> [UInt8] {
    lines += 1
    return JournalLine.bytes(json, number: lines, synced: synced, at: offset, in: header)
  }

  /// The result of writing a batch.
  enum WriteResult {
    /// The lines are as durable as they must be. `sync` is the duration of the sync; zero for none.
    case isKept(sync: Duration)
    /// The disk is full, and the file ends where it ended before.
    case isFull(FileFailure)
    /// The system can't report which bytes are on disk.
    case isBroken(FileFailure)
  }

  /// Writes a batch at the end of the file, and syncs it if it must be on disk.
  ///
  /// - Parameters:
  ///   - batch: The batch.
  ///   - safety: The failures that the batch survives.
  ///   - now: The time for measuring the sync.
  /// - Returns: The result. If it is `isBroken`, discard this value: its end may not be the end of the file.
  mutating func write(
    _ batch: JournalBatch, surviving safety: JournalSafety, timedBy now: () -> Duration
  ) -> WriteResult {
    let start = now()
    do throws(FileFailure) {
      try file.write(batch.bytes, at: end)
    } catch {
      guard error.isFull else { return .isBroken(error) }
      do throws(FileFailure) {
        // Part of the batch may have been written. It would look like a torn end, but nothing may follow it later.
        try file.truncate(to: end)
      } catch {
        return .isBroken(error)
      }
      return .isFull(error)
    }
    end += batch.bytes.count
    let isLate = end - synced > Self.lazySync
    guard batch.needsSync, safety == .power || isLate else { return .isKept(sync: .zero) }
    do throws(FileFailure) {
      try file.sync()
    } catch {
      return .isBroken(error)
    }
    synced = end
    return .isKept(sync: now() - start)
  }
}
