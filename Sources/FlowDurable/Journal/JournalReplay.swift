import FlowJSON

/// The state that results from the lines of a journal. A value without a file.
struct JournalReplay {
  private(set) var state: StoreState<JournalPlace>
  /// The identity of the store; nil until the first line was applied.
  private(set) var identity: String?
  /// The path, for errors.
  private let path: String
  private let header: JournalHeader

  init(_ header: JournalHeader, limits: StoreLimits, path: String) {
    state = StoreState(limits: limits, isQueueing: false)
    self.path = path
    self.header = header
  }

  /// Creates a replay of further lines of a journal.
  init(continuing state: StoreState<JournalPlace>, of journal: JournalFile) {
    self.state = state
    path = journal.path
    header = journal.header
    identity = ""
  }

  /// Applies a line whose checksum was verified.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - text: Its bytes, without the line break.
  ///   - offset: The offset of the line in its file.
  ///   - length: The length of the line, with its line break; nil for the one of the text.
  /// - Throws: ``StoreError/damaged(_:)``.
  mutating func apply(
    _ line: JournalLine, _ text: UnsafeRawBufferPointer, at offset: Int, length: Int? = nil
  ) throws(StoreError) {
    let entry = try entry(line, text)
    let places = JournalPlace.all(offset: offset, length: length ?? text.count + 1, count: entry.recordCount)
    do throws(StoreState<JournalPlace>.Contradiction) {
      try apply(entry, at: places)
    } catch {
      throw .invalidLine(file: path, line: line.number, reason: "It contradicts the lines before it.")
    }
  }

  private func entry(_ line: JournalLine, _ text: UnsafeRawBufferPointer) throws(StoreError) -> JournalEntry {
    do {
      let json = try JSONValue(stored: UnsafeRawBufferPointer(rebasing: text[line.json]))
      return try JournalEntry(json, isShort: header.isShort, after: state.lease)
    } catch {
      throw .invalidLine(file: path, line: line.number, reason: "\(error)")
    }
  }

  private mutating func apply(
    _ entry: JournalEntry, at places: [JournalPlace]
  ) throws(StoreState<JournalPlace>.Contradiction) {
    guard identity != nil || entry.isCreation else { throw .init() }
    switch entry {
    case .transaction(let transaction): try state.apply(transaction, at: places)
    case .kept(let run): try state.restore(run)
    case .record(let run, let number):
      for place in places { try state.restoreRecord(number, of: run, at: place) }
    case .message(let run, let number, let command):
      for place in places { try state.restoreMessage(number, of: run, command: command, at: place) }
    case .created(let store, let nextRun, let usedKeys, let passed, let at):
      guard identity == nil else { throw .init() }
      identity = store
      state.nextRun = max(nextRun, 1)
      if let usedKeys {
        state.usedKeys = usedKeys
      } else if nextRun > 1 {
        // The version that compacted this journal didn't keep the keys of the runs that it had removed.
        state.usedKeys.addAll()
      }
      state.latest = at
      state.passed = passed
      state.passed.see(at)
    case .note: break
    }
  }
}

extension JournalEntry {
  fileprivate var isCreation: Bool {
    if case .created = self { true } else { false }
  }
}
