import FlowJSON
import Foundation

/// Writes a new journal, and gives it its name when it is complete.
struct JournalCreation: Sendable {
  private let system: any FileSystem
  private let path: String
  private var journal: JournalFile
  private var buffer: [UInt8] = []

  /// Returns the path of a journal that doesn't have its name yet.
  static func temporary(_ path: String) -> String { path + ".new" }

  /// Creates the file of a journal, under its temporary name. A compacted journal has a state; a new one has none.
  init(
    _ system: any FileSystem, path: String, store: String, of state: StoreState<JournalPlace>? = nil, at: StoreTime
  ) throws(StoreError) {
    self.system = system
    self.path = path
    let temporary = Self.temporary(path)
    let file = try JournalFile.calling(temporary) { () throws(FileFailure) in try system.open(temporary, .replace) }
    guard let file else { throw .system(file: temporary, action: "create", reason: "it isn't there") }
    // No other process can have this file open, because this process holds the lock of the journal.
    _ = try JournalFile.calling(temporary) { () throws(FileFailure) in try file.lock() }
    let header = JournalHeader(file: .random(in: .min ... .max))
    journal = JournalFile(file: file, path: path, header: header, end: 0, synced: header.bytes.count, lines: 0)
    buffer = header.bytes
    _ = try append(
      JournalEntry.creation(
        store: store, nextRun: state?.nextRun ?? 1, state?.usedKeys ?? UsedKeys(),
        state?.passed ?? PassedTime(), at: at))
    // A claim that is copied later may have the lease of the claim before it.
    if let lease = state?.lease {
      let claim = StoreTransaction.claim([], until: lease.end(at: at), worker: lease.worker, at: at)
      _ = try append(claim.json([]).utf8(.compact))
    }
  }

  /// The number of bytes so far.
  var size: Int { journal.end + buffer.count }

  /// Appends a line.
  ///
  /// - Returns: The place of the record in the line.
  /// - Throws: ``StoreError``, also if the line is longer than readers accept.
  mutating func append(_ object: JSONObject) throws(StoreError) -> JournalPlace {
    let (offset, length) = try append(JSONValue.object(object).utf8(.compact))
    return JournalPlace(offset: offset, length: length)
  }

  /// Appends a line.
  ///
  /// - Parameter json: The JSON of the line.
  /// - Returns: The offset of the line, and its length with its line break.
  /// - Throws: ``StoreError``, also if the line is longer than readers accept.
  mutating func append(_ json: [UInt8]) throws(StoreError) -> (offset: Int, length: Int) {
    let offset = size
    let line = journal.line(json, at: offset)
    guard line.count <= JournalLine.longest else {
      throw .tooLarge(value: "A line of '\(path)'", bytes: line.count, limit: JournalLine.longest)
    }
    buffer += line
    if buffer.count > 1 << 20 { try flush() }
    return (offset, line.count)
  }

  /// Syncs the file if many bytes aren't on disk, so that no sync takes long.
  mutating func syncIfLarge() throws(StoreError) {
    guard size - journal.synced > Self.largeSync else { return }
    try flush()
    try sync()
  }

  private static let largeSync = 1 << 20

  /// Returns the approximate size of a compacted journal with a state.
  static func size(of state: StoreState<JournalPlace>) -> Int {
    // A run's line has some 256 bytes.
    state.weight + 256 * state.table.count
  }

  /// Syncs the file, and gives it its name.
  ///
  /// - Parameter note: The last line. It confirms that everything before it is on disk, so that damage there is
  ///   detected.
  /// - Returns: The journal, and the failure of the last call. After a failure, the file has its name, but may lose it
  ///   in a loss of power.
  /// - Throws: ``StoreError`` if the file didn't get its name.
  mutating func finish(_ note: JSONObject) throws(StoreError) -> (journal: JournalFile, failure: FileFailure?) {
    try flush()
    try sync()
    _ = try append(note)
    try flush()
    try sync()
    try JournalFile.calling(path) { [system, path] () throws(FileFailure) in
      try system.rename(Self.temporary(path), to: path)
    }
    do throws(FileFailure) {
      try system.syncFolder(of: path)
      return (journal, nil)
    } catch {
      return (journal, error)
    }
  }

  private mutating func flush() throws(StoreError) {
    try JournalFile.calling(path) { [journal, buffer] () throws(FileFailure) in
      try journal.file.write(buffer, at: journal.end)
    }
    journal.end += buffer.count
    buffer = []
  }

  private mutating func sync() throws(StoreError) {
    try JournalFile.calling(path) { [journal] () throws(FileFailure) in try journal.file.sync() }
    journal.synced = journal.end
  }
}
