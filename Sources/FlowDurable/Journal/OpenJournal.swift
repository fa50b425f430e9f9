import FlowJSON
import FlowState
import Foundation

/// A journal that was just opened: its file, and the state that results from its lines.
struct OpenJournal: Sendable {
  let lock: JournalLock
  private(set) var journal: JournalFile
  private(set) var state: StoreState<JournalPlace>
  let identity: String
  /// The number of bytes that were cut off at the end.
  let cut: Int

  /// Opens a journal, and creates it if it doesn't exist.
  init(
    _ system: any FileSystem, path: String, limits: StoreLimits, now: StoreTime
  ) throws(StoreError) {
    try Self.requireJournal(system, path: path)
    lock = try JournalLock(system, journal: path)
    guard let file = try Self.openUnlessEmpty(system, path, .write) else {
      var creation = try JournalCreation(system, path: path, store: UUID().uuidString, at: now)
      let (created, failure) = try creation.finish(JournalEntry.note("ready", at: now))
      if let failure { throw failure.error(path) }
      journal = created
      let (state, identity, _) = try Self.replay(journal.file, path: path, limits: limits)
      self.state = state
      self.identity = identity
      cut = 0
      return
    }
    // Another process may have the file open under another name.
    guard try JournalFile.calling(path, { () throws(FileFailure) in try file.lock() }) else {
      throw .locked(file: path, by: "another process")
    }
    let header = try JournalFile.header(file, path: path)
    let (state, identity, scan) = try Self.replay(file, path: path, limits: limits)
    let size = try JournalFile.calling(path) { () throws(FileFailure) in
      let size = try file.size()
      if size > scan.end { try file.truncate(to: scan.end) }
      // The writes of the previous process, and the name that it gave to the file, may not be on disk yet.
      try file.sync()
      try system.syncFolder(of: path)
      return size
    }
    self.state = state
    self.identity = identity
    cut = size - scan.end
    journal = JournalFile(
      file: file, path: path, header: header, end: scan.end, synced: scan.end, lines: scan.lines)
  }

  /// Writes the line of this opening: the runs of the previous process are due.
  ///
  /// - Parameter now: The time of the store's clock.
  /// - Returns: The line, if the disk is full, so that it must be written later; otherwise nil.
  /// - Throws: ``StoreError`` if the file can't be cut off at its former end.
  mutating func begin(at now: StoreTime) throws(StoreError) -> [UInt8]? {
    let opening = StoreTransaction.open(by: JournalLock.process, at: max(now, state.latest))
    try? state.apply(opening, at: [])
    state.queueRuns(now: opening.at)
    let line = journal.line(opening.json([]).utf8(.compact), at: journal.end)
    do throws(FileFailure) {
      try journal.file.write(line, at: journal.end)
      journal.end += line.count
      return nil
    } catch {
      try JournalFile.calling(journal.path) { [journal] () throws(FileFailure) in
        try journal.file.truncate(to: journal.end)
      }
      return line
    }
  }

  /// Throws if a file isn't a journal, before a lock is left beside it. A journal gets its name when its header is
  /// complete.
  private static func requireJournal(_ system: any FileSystem, path: String) throws(StoreError) {
    if let file = try openUnlessEmpty(system, path, .read) { _ = try JournalFile.header(file, path: path) }
  }

  /// Opens a file. Returns nil if the file doesn't exist or is empty.
  private static func openUnlessEmpty(
    _ system: any FileSystem, _ path: String, _ mode: FileMode
  ) throws(StoreError) -> (any OpenFile)? {
    try JournalFile.calling(path) { () throws(FileFailure) in
      guard let file = try system.open(path, mode), try file.size() > 0 else { return nil }
      return file
    }
  }

  /// Reads a file, and throws if it is damaged.
  static func replay(
    _ file: any OpenFile, path: String, limits: StoreLimits
  ) throws(StoreError) -> (StoreState<JournalPlace>, identity: String, JournalScan) {
    let header = try JournalFile.header(file, path: path)
    var replay = JournalReplay(header, limits: limits, path: path)
    var scan = JournalScan(header)
    let start = scan.end
    _ = try JournalFile.read(file, path: path, with: &scan, from: start) {
      (line, text, offset) throws(StoreError) in try replay.apply(line, text, at: offset)
    }
    // The first line was on disk before the file got its name, so it can't be torn.
    guard scan.finish() != .damaged, let identity = replay.identity else {
      throw .damaged(file: path, offset: scan.end)
    }
    return (replay.state, identity, scan)
  }
}

extension OpenJournal {
  /// The difference between two clocks that isn't worth a report.
  private static let tolerance = Duration.seconds(60)

  /// Lets the time of the journal continue by a clock, and reports a jump of the clock since the last change.
  ///
  /// - Returns: The clock of the journal, and the time by which the journal stays ahead of it.
  mutating func follow(
    _ clock: any FlowClock, _ path: String, reportingTo observer: (JournalEvent) -> Void
  ) -> (clock: any FlowClock, lead: Duration) {
    let now = StoreTime(clock.now)
    // Other clocks, such as those of tests, are moved on purpose.
    state.canJump = clock is WallClock
    let lead = max(.zero, state.latest.duration(since: now))
    guard state.canJump, let wall = clock as? WallClock else { return (clock, lead) }
    if lead > Self.tolerance { observer(.clockBehind(file: path, duration: lead)) }
    state.passed.see(state.latest)
    if let skipped = state.passed.see(now) { observer(.timeSkipped(file: path, duration: skipped)) }
    guard lead > .zero else { return (wall, .zero) }
    // A clock that is set right must not lead the journal into the future.
    let continued = wall.continuing(from: .milliseconds(state.latest.milliseconds))
    // The clock can't count as far as a damaged journal can say.
    return (continued, max(.zero, state.latest.duration(since: StoreTime(continued.now))))
  }
}
