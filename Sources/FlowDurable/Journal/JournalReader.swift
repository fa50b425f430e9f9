public import FlowState

/// A store that reads a journal, which another process may have open.
///
/// ```swift
/// let reader = try JournalReader(at: "orders.journal")
/// for run in try await reader.runs(RunQuery(states: [.parked]), after: nil, limit: 100) { print(run.number, run.state) }
/// _ = try await reader.send(FlowMessage(.retry), to: RunNumber(rawValue: 17))
/// ```
///
/// A reader takes no lock, and reads the current content of the file at each call. Extended leases aren't in the file, so
/// while a process has the journal open, the runs that it holds stay held. Messages are left in the folder beside the journal, or written to the journal if no process has it open. Runs can't
/// be added or claimed.
public actor JournalReader: FlowStore {
  /// An identifier of the store.
  public nonisolated let identity: String
  /// The path of the journal, without symbolic links.
  public nonisolated let path: String
  /// The executor of the reader: one thread for all blocking calls.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let executor = JournalExecutor()
  private let system: any FileSystem
  private let clock: any FlowClock
  private let limits: StoreLimits
  private nonisolated let streams = WakeStreams()
  private var journal: JournalFile
  private var replay: JournalReplay
  /// Whether `replay` has exactly the lines up to the end of `journal`. After a failed reading, it has more.
  private var isExact = true

  /// Opens a journal for reading. Blocks the calling thread while it reads the file.
  ///
  /// - Parameters:
  ///   - path: The path of the journal.
  ///   - clock: The clock of the store. It should count from 1970.
  ///   - limits: The maximum sizes of messages.
  /// - Throws: ``StoreError`` if there is no journal, or if it is damaged or of a newer version.
  public init(
    at path: String, timed clock: any FlowClock = WallClock(), limits: StoreLimits = StoreLimits()
  ) throws(StoreError) {
    try self.init(at: path, on: SystemFileSystem(), timed: clock, limits: limits)
  }

  init(
    at path: String, on system: any FileSystem, timed clock: any FlowClock, limits: StoreLimits = StoreLimits()
  ) throws(StoreError) {
    let path = system.resolve(path)
    self.path = path
    self.system = system
    self.clock = clock
    self.limits = limits
    (journal, replay) = try Self.read(system, path, limits)
    guard let identity = replay.identity else { throw .damaged(file: path, offset: journal.end) }
    self.identity = identity
  }

  /// Reads a whole journal.
  private static func read(
    _ system: any FileSystem, _ path: String, _ limits: StoreLimits
  ) throws(StoreError) -> (JournalFile, JournalReplay) {
    let file = try open(system, path)
    let header = try JournalFile.header(file, path: path)
    var journal = JournalFile(
      file: file, path: path, header: header, end: header.bytes.count, synced: header.bytes.count, lines: 0)
    var replay = JournalReplay(header, limits: limits, path: path)
    try readOn(&journal, &replay)
    return (journal, replay)
  }

  private static func open(_ system: any FileSystem, _ path: String) throws(StoreError) -> any OpenFile {
    let file = try JournalFile.calling(path) { () throws(FileFailure) in try system.open(path, .read) }
    guard let file else { throw .system(file: path, action: "open", reason: "there is no such journal") }
    return file
  }

  /// Reads the lines that were added. Bytes after them may belong to a line that is still being written.
  private static func readOn(_ journal: inout JournalFile, _ replay: inout JournalReplay) throws(StoreError) {
    var scan = JournalScan(journal.header, after: journal.lines, end: journal.end)
    _ = try JournalFile.read(journal.file, path: journal.path, with: &scan, from: journal.end) {
      (line, text, offset) throws(StoreError) in try replay.apply(line, text, at: offset)
    }
    guard scan.finish() != .damaged else { throw .damaged(file: journal.path, offset: scan.end) }
    journal.lines = scan.lines
    journal.end = scan.end
  }

  private func refresh() throws(StoreError) {
    let file = try Self.open(system, path)
    let size = try JournalFile.calling(path) { () throws(FileFailure) in try file.size() }
    if try JournalFile.header(file, path: path) == journal.header, size >= journal.end, isExact {
      isExact = false
      try Self.readOn(&journal, &replay)
    } else {
      // The journal was compacted or cut off, or the previous reading failed before its end.
      (journal, replay) = try Self.read(system, path, limits)
    }
    isExact = true
  }

  private var time: StoreTime { max(StoreTime(clock.now), replay.state.latest) }

  private var refusal: StoreError {
    .refused(
      StoreError.Details(
        "'\(path)' was opened for reading. Only the process that has the journal open can change its runs.", store: path
      ))
  }

  /// Throws an error, because a reader can't add runs.
  public func add(_ run: NewRun) throws(StoreError) -> (run: RunNumber, isNew: Bool) { throw refusal }

  /// Throws an error, because a reader can't claim runs.
  public func claim(_ request: ClaimRequest) throws(StoreError) -> [ClaimedRun] { throw refusal }

  /// Throws an error, because a reader can't append records.
  public func append(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition
  ) throws(StoreError) -> RunInbox { throw refusal }

  /// Throws an error, because a reader can't remove runs.
  public func forget(endedBefore time: StoreTime, limit: Int) throws(StoreError) -> Int { throw refusal }

  /// Sends a message to a run, through the process that has the journal open. If no process has, writes it to the
  /// journal.
  ///
  /// - Returns: ``MessageDelivery/posted`` if the process hasn't taken the message within two seconds.
  public func send(_ message: FlowMessage, to run: RunNumber) async throws(StoreError) -> MessageDelivery {
    try refresh()
    let (delivery, transaction) = try replay.state.deciding(message, to: run, now: time)
    guard transaction != nil else { return delivery }
    do {
      let store = try FileStore(at: path, on: system, timed: clock, limits: limits)
      let delivery = try await store.send(message, to: run)
      try await store.close()
      return delivery
    } catch StoreError.inUse {
      return try await post(message, to: run)
    }
  }

  private func post(_ message: FlowMessage, to run: RunNumber) async throws(StoreError) -> MessageDelivery {
    let commands = JournalCommands(of: path, on: system)
    let (file, key) = try commands.leave(message, for: run)
    for _ in 0..<40 where commands.isWaiting(file) {
      await withCheckedContinuation { continuation in
        _ = clock.schedule(after: .milliseconds(50)) { continuation.resume() }
      }
    }
    if commands.isWaiting(file) { return .posted }
    if commands.isRefused(file) {
      let sentence = "The process that has '\(path)' open has refused the message."
      throw .refused(StoreError.Details(sentence, store: path))
    }
    try refresh()
    let index = replay.state.table.index(of: run.rawValue)
    let number = index.flatMap { replay.state.table[$0].messages?.keys[key] }
    return number.map { .delivered($0) } ?? (message.answering == nil ? .duplicate : .tooLate)
  }

  /// Returns runs in the order of their numbers.
  public func runs(_ query: RunQuery, after number: RunNumber?, limit: Int) throws(StoreError) -> [RunSummary] {
    try refresh()
    var runs = replay.state.runs(query, after: number, limit: limit)
    let now = time
    func isLate(_ run: RunSummary) -> Bool {
      if case .held(let until, _) = run.state { until <= now } else { false }
    }
    guard runs.contains(where: isLate), hasOwner(now) else { return runs }
    for index in runs.indices where isLate(runs[index]) {
      if case .held(_, let worker) = runs[index].state {
        runs[index].state = .held(until: now.advanced(by: Self.leaseShown), by: worker)
      }
    }
    return runs
  }

  /// The lease of a run that its process has extended by an unknown time.
  private static let leaseShown = Duration.seconds(30)

  /// Whether a process had the journal open, and the time until which the answer is used.
  private var owner: (isThere: Bool, until: StoreTime)?

  /// Returns whether a process has the journal open. It holds all runs that are held in the file.
  private func hasOwner(_ now: StoreTime) -> Bool {
    if let owner, now < owner.until { return owner.isThere }
    let isThere = JournalLock.isHeld(system, journal: path)
    owner = (isThere, now.advanced(by: .seconds(1)))
    return isThere
  }

  /// Counts runs by flow, step, and state.
  public func counts(_ query: RunQuery) async throws(StoreError) -> [RunCount] {
    try refresh()
    var counts = replay.state.counts(query)
    let now = time
    func isLate(_ count: RunCount) -> Bool { count.state == .held && count.due.map { $0 <= now } ?? false }
    guard counts.contains(where: isLate), hasOwner(now) else { return counts }
    for index in counts.indices where isLate(counts[index]) {
      counts[index].due = now.advanced(by: Self.leaseShown)
    }
    return counts
  }

  /// Returns the messages of a run that no record has taken, oldest first.
  public func messages(
    of run: RunNumber, after number: Int, limit: Int
  ) async throws(StoreError) -> [ReceivedMessage] {
    try refresh()
    guard let index = replay.state.table.index(of: run.rawValue) else { throw .unknownRun(run) }
    var reader = JournalLineReader(journal)
    return try reader.messages(of: replay.state.table[index], from: number, to: .max, atMost: limit)
  }

  /// Returns the records of a run since the latest snapshot, in the order of their numbers.
  public func records(of run: RunNumber, after number: Int, limit: Int) throws(StoreError) -> [FlowRecord] {
    try refresh()
    guard let index = replay.state.table.index(of: run.rawValue) else { throw .unknownRun(run) }
    var reader = JournalLineReader(journal)
    var recent = RecentRecords()
    return try reader.records(of: replay.state.table[index], after: number, limit: limit, besides: &recent)
  }

  /// Returns the time of the store's clock.
  public func now() throws(StoreError) -> StoreTime { time }

  /// A stream with a single hint, because a reader isn't notified when a run becomes due.
  public nonisolated var wakes: AsyncStream<Void> { streams.makeStream() }
}
