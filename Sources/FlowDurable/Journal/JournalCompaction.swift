import FlowJSON

/// A compaction that is under way: everything that a journal still needs is copied to a new file, in slices, while the
/// journal continues. The lines that it gets in the meantime follow.
///
/// A value without a queue. The journal changes only at the end, when the new file gets its name.
struct JournalCompaction: Sendable {
  /// A run that is being copied.
  private struct Part: Sendable {
    let run: StoredRun<JournalPlace>
    let messages: [StoredMessages<JournalPlace>.Message]
    var places: StoreState<JournalPlace>.NewPlaces
  }

  private var creation: JournalCreation
  /// The state at the beginning, with the places in the new file, and then with the lines that have followed.
  private(set) var state: StoreState<JournalPlace>
  /// The number from which the next run to copy has its own; nil if all are copied or being copied.
  private var nextRun: Int? = 0
  private var part: Part?
  /// The number of the run from which the states are compared; nil if all runs were compared.
  private var nextToCompare: Int? = 0
  /// The lines after the beginning, the number of bytes that were read of them, and the state that replays them.
  private var scan: JournalScan
  private var read: Int
  private let sliceSize: Int
  /// The end of the journal when the latest slice was copied.
  private var end: Int

  /// The number of runs that are compared at once.
  private static let comparedAtOnce = 4_096

  /// Begins a compaction.
  ///
  /// - Parameters:
  ///   - system: The file system.
  ///   - journal: The journal, without lines that wait to be written.
  ///   - state: The state of its runs.
  ///   - identity: The identifier of the store.
  ///   - time: The time of the store.
  ///   - sliceSize: The number of bytes to copy at once.
  /// - Throws: ``StoreError`` if the new file can't be created.
  init(
    _ system: any FileSystem, of journal: JournalFile, _ state: StoreState<JournalPlace>, store identity: String,
    at time: StoreTime, sliceSize: Int
  ) throws(StoreError) {
    creation = try JournalCreation(system, path: journal.path, store: identity, of: state, at: time)
    self.state = state.withoutQueue()
    end = journal.end
    scan = JournalScan(journal.header, after: journal.lines, end: journal.end)
    read = journal.end
    self.sliceSize = sliceSize
  }

  /// Copies the next slice: at least twice as much as the journal has got since the latest one, so that the copy catches up.
  ///
  /// - Parameter journal: The journal with its current end.
  /// - Returns: Whether everything was copied that the journal has.
  /// - Throws: ``StoreError`` if a file can't be read or written, or a line is damaged.
  mutating func copySlice(from journal: JournalFile) throws(StoreError) -> Bool {
    let end = creation.size + max(sliceSize, 2 * (journal.end - end))
    self.end = journal.end
    var reader = JournalLineReader(journal)
    while creation.size < end {
      if part != nil {
        try copyNext(&reader)
      } else if let number = nextRun {
        try beginRun(from: number)
      } else if read < journal.end {
        try copyLines(from: journal)
      } else {
        guard scan.end == journal.end else { throw .damaged(file: journal.path, offset: scan.end) }
        return true
      }
    }
    try creation.syncIfLarge()
    return false
  }

  private mutating func beginRun(from number: Int) throws(StoreError) {
    guard let run = state.firstRun(from: number) else { return nextRun = nil }
    nextRun = run.number + 1
    _ = try creation.append(state.kept(run).json)
    part = Part(run: run, messages: run.messages?.all() ?? [], places: StoreState.NewPlaces(run: run.number))
  }

  /// Copies the next record or message of a run.
  private mutating func copyNext(_ reader: inout JournalLineReader) throws(StoreError) {
    guard var part = part.take() else { return }
    let (record, message) = (part.places.records.count, part.places.messages.count)
    if record < part.run.places.count {
      let object = try reader.object(at: part.run.places[record])
      let number = Int(part.run.firstRecord) + record
      part.places.records.append(try creation.append(JournalEntry.copy(object, run: part.run.number, number: number)))
    } else if message < part.messages.count {
      let waiting = part.messages[message]
      let object = try reader.object(at: waiting.place)
      part.places.messages.append(
        try creation.append(JournalEntry.message(object, run: part.run.number, number: waiting.number)))
    } else {
      return state.move(to: [part.places])
    }
    self.part = part
  }

  /// Copies lines that were written after the beginning.
  private mutating func copyLines(from journal: JournalFile) throws(StoreError) {
    let (offset, count) = (read, min(sliceSize, journal.end - read))
    let bytes = try JournalFile.calling(journal.path) { () throws(FileFailure) in
      try journal.file.read(at: offset, count: count)
    }
    guard bytes.count == count else { throw .damaged(file: journal.path, offset: offset + bytes.count) }
    read += count
    var (scan, creation, replay) = (scan, creation, JournalReplay(continuing: state, of: journal))
    // Otherwise, the replay would copy the runs that it changes. A compaction that has thrown isn't used again.
    state = StoreState(limits: state.limits)
    try bytes.withUnsafeBytes { raw in
      Result { () throws(StoreError) in
        try scan.take(raw) { (line, text, _) throws(StoreError) in
          let (offset, length) = try creation.append(Self.json(Array(text[line.json]), of: journal.header))
          try replay.apply(line, text, at: offset, length: length)
        }
      }
    }.get()
    (self.scan, self.creation, state) = (scan, creation, replay.state)
  }

  /// Returns the JSON of a line as a file of the newest version has it.
  private static func json(_ json: [UInt8], of header: JournalHeader) -> [UInt8] {
    guard !header.isShort, let line = try? JSONValue(stored: json) else { return json }
    return StoreTransaction.Rest.converting(line).utf8(.compact)
  }

  /// Compares the next runs with those of the store, when everything was copied that the journal has. The lines that follow
  /// change both alike.
  ///
  /// - Parameter other: The state of the store.
  /// - Returns: Whether they are the same so far, and whether all were compared.
  mutating func compare(with other: StoreState<JournalPlace>) -> (isSame: Bool, isComplete: Bool) {
    guard let number = nextToCompare else { return (true, true) }
    let (isSame, next) = other.hasSameRecords(as: state, from: number, limit: Self.comparedAtOnce)
    nextToCompare = next
    return (isSame, next == nil)
  }

  /// Syncs the new file, and gives it its name.
  ///
  /// - Parameter note: The last line.
  /// - Returns: The journal, and the failure of the last call; see ``JournalCreation/finish(_:)``.
  /// - Throws: ``StoreError`` if the file didn't get its name.
  mutating func finish(_ note: JSONObject) throws(StoreError) -> (journal: JournalFile, failure: FileFailure?) {
    try creation.finish(note)
  }
}
