import FlowJSON
import Foundation

/// Writes a new journal, and gives it its name when it is complete.
struct JournalCreation {
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
      JournalEntry.creation(store: store, nextRun: state?.nextRun ?? 1, state?.usedKeys ?? UsedKeys(), at: at))
  }

  /// Appends a line.
  ///
  /// - Returns: The place of the record in the line.
  /// - Throws: ``StoreError``, also if the line is longer than readers accept.
  mutating func append(_ object: JSONObject) throws(StoreError) -> JournalPlace {
    let offset = journal.end + buffer.count
    let line = journal.line(JSONValue.object(object).utf8(.compact))
    guard line.count <= JournalLine.longest else {
      throw .tooLarge(value: "A line of '\(path)'", bytes: line.count, limit: JournalLine.longest)
    }
    buffer += line
    if buffer.count > 1 << 20 { try flush() }
    return JournalPlace(offset: offset, length: line.count)
  }

  /// Returns the approximate size of a compacted journal with a state.
  static func size(of state: StoreState<JournalPlace>) -> Int {
    // A run's line has some 256 bytes.
    state.weight + 256 * state.table.count
  }

  /// Appends everything that a state still needs from a journal.
  ///
  /// - Returns: The places of the lines.
  mutating func copy(
    _ state: StoreState<JournalPlace>, from old: JournalFile
  ) throws(StoreError) -> [StoreState<JournalPlace>.NewPlaces] {
    var reader = JournalLineReader(old)
    var moved: [StoreState<JournalPlace>.NewPlaces] = []
    moved.reserveCapacity(state.table.count)
    for run in state.allRuns() {
      _ = try append(state.kept(run).json)
      var places = StoreState<JournalPlace>.NewPlaces(run: run.number)
      for (number, place) in zip(Int(run.firstRecord)..., run.places) {
        guard case .object(let record) = try reader.json(at: place) else {
          throw .damaged(file: path, offset: place.offset)
        }
        places.records.append(try append(JournalEntry.copy(record, run: run.number, number: number)))
      }
      for waiting in run.messages?.all() ?? [] {
        guard case .object(let message) = try reader.json(at: waiting.place) else {
          throw .damaged(file: path, offset: waiting.place.offset)
        }
        places.messages.append(try append(JournalEntry.message(message, run: run.number, number: waiting.number)))
      }
      moved.append(places)
    }
    return moved
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
