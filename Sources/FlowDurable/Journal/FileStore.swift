import FlowJSON
public import FlowState

/// A store that keeps runs in a single file, a journal.
///
/// ```swift
/// let store = try FileStore(at: "orders.journal")
/// _ = try await store.add(NewRun(flow: "order", key: "4711"))
/// try await store.close()
/// ```
///
/// Only one process at a time has a journal open; other processes can read it with ``JournalReader``. Calls that arrive
/// while the disk is busy are written together. The article <doc:TheJournalFile> describes the format.
///
/// A full disk doesn't fail a run: calls wait until there is space, and the observer is notified. After a failed sync,
/// the store is closed permanently, because the system can't report which bytes are on disk.
public actor FileStore: FlowStore {
  /// An identifier of the store. It stays the same as long as the journal exists.
  public nonisolated let identity: String
  /// The path of the journal, without symbolic links.
  public nonisolated let path: String
  /// The executor of the store: one thread for all blocking calls.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let executor: JournalExecutor
  let system: any FileSystem
  let safety: JournalSafety
  nonisolated let limits: StoreLimits
  let observer: @Sendable (JournalEvent) -> Void
  /// The size from which a journal is compacted when half of it is no longer needed.
  let compactionSize: Int
  private let clock: any FlowClock
  /// The lead of the store's clock over `clock`. The time in the journal may be later than the time of the system.
  private let lead: Duration

  var state: StoreState<JournalPlace>
  /// The open file; nil after the store was closed.
  var journal: JournalFile?
  /// The appends that the store's thread has not taken yet.
  nonisolated let arrivals = Locked<[PendingAppend]>([])
  var batch = JournalBatch()
  var full = FullDisk()
  var isCommitDue = false
  var group = GroupCommit()
  /// The number of the current wait for more calls; nil if the store isn't waiting for calls.
  var wait: Int?
  var waits = 0
  /// The reason why the store was closed; nil while it is open.
  var failure: StoreError?
  /// The size of the journal after the latest compaction.
  var compactedSize = 0
  /// The taken commands whose files are removed after the commit.
  var takenCommands: Set<String> = []
  /// The refused commands whose files are still in place.
  var refusedCommands: Set<String> = []
  /// The watch for commands, and the stream of its notifications.
  private var watch: (object: any Sendable, changes: AsyncStream<Void>.Continuation)?
  private var lock: JournalLock?
  nonisolated let streams = WakeStreams()
  private var alarm = DueAlarm()

  /// Opens a journal, and creates it if it doesn't exist. Blocks the calling thread while it reads the file.
  ///
  /// Runs that the previous process held are due at once.
  ///
  /// - Parameters:
  ///   - path: The path of the journal.
  ///   - safety: The failures that an acknowledged change survives.
  ///   - clock: The clock of the store. It should count from 1970.
  ///   - limits: The maximum sizes of the values that the store accepts.
  ///   - observer: Receives the events of the journal, on the store's thread.
  /// - Throws: ``StoreError`` if the journal is locked, damaged, or of a newer version, or if the system refuses to
  ///   open it.
  public init(
    at path: String, surviving safety: JournalSafety = .power, timed clock: any FlowClock = WallClock(),
    limits: StoreLimits = StoreLimits(), observer: @escaping @Sendable (JournalEvent) -> Void = { _ in }
  ) throws(StoreError) {
    try self.init(
      at: path, on: SystemFileSystem(), surviving: safety, timed: clock, limits: limits, compactingAt: 64 << 20,
      observer: observer)
  }

  /// Opens a journal on a file system, for tests.
  package init(
    at path: String, on system: any FileSystem, surviving safety: JournalSafety = .power, timed clock: any FlowClock,
    limits: StoreLimits = StoreLimits(), compactingAt compactionSize: Int = 64 << 20,
    executingOn queue: (any JournalQueue)? = nil, observer: @escaping @Sendable (JournalEvent) -> Void = { _ in }
  ) throws(StoreError) {
    let path = system.resolve(path)
    let open = try OpenJournal(system, path: path, limits: limits, now: StoreTime(clock.now))
    self.path = path
    executor = JournalExecutor(on: queue)
    self.system = system
    self.safety = safety
    self.limits = limits
    self.clock = clock
    self.observer = observer
    self.compactionSize = compactionSize
    identity = open.identity
    lead = max(.zero, open.state.latest.duration(since: StoreTime(clock.now)))
    state = open.state
    var journal = open.journal
    let opening = StoreTransaction.open(by: JournalLock.process, at: max(StoreTime(clock.now), state.latest))
    try? state.apply(opening, at: [])
    let line = journal.line(opening.json([]).utf8(.compact))
    do throws(FileFailure) {
      try journal.file.write(line, at: journal.end)
      journal.end += line.count
    } catch {
      // On a full disk, the line waits like all others.
      try JournalFile.calling(path) { [journal] () throws(FileFailure) in try journal.file.truncate(to: journal.end) }
      batch.add(line, needsSync: false)
    }
    self.journal = journal
    lock = open.lock
    let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    watch = system.watch(JournalCommands.folder(path)) { continuation.yield() }.map { ($0, continuation) }
    if open.cut > 0 { observer(.cut(file: path, bytes: open.cut)) }
    guard watch != nil else { return }
    Task { [weak self] in
      for await _ in changes { await self?.commandsCame() }
    }
  }

  deinit {
    watch?.changes.finish()
    alarm.cancel()
    full.alarm?.cancel()
  }

  /// Writes the pending lines, and closes the journal, so that another process can open it.
  ///
  /// - Throws: ``StoreError`` if the journal couldn't be written.
  public func close() async throws(StoreError) {
    try requireOpen()
    enqueueNote(JournalEntry.note("closing", at: time), needsSync: true)
    try await commit()
    try requireOpen()
    // The last line confirms that all lines before it are on disk. It has no content of its own.
    enqueueNote(JournalEntry.note("closed", at: time), needsSync: true)
    try await commit()
    end(.closed)
  }

  /// Returns the time of the store's clock.
  public func now() throws(StoreError) -> StoreTime { time }

  var time: StoreTime { max(StoreTime(clock.now + lead), state.latest) }

  func requireOpen() throws(StoreError) {
    if let failure { throw failure }
    // The disk has been full for so long that the process would run out of memory.
    if batch.bytes.count > 64 << 20 { throw FileFailure("write", code: full.code).error(path) }
  }

  /// Closes the file, and fails all calls that wait for it.
  func end(_ failure: StoreError) {
    guard self.failure == nil else { return }
    self.failure = failure
    journal = nil
    lock = nil
    watch?.changes.finish()
    watch = nil
    alarm.cancel()
    full.alarm?.cancel()
    for waiter in batch.finish() { waiter.resume(failure) }
    streams.wake()
  }

  /// A hint each time a run may have become due or has ended.
  public nonisolated var wakes: AsyncStream<Void> { streams.makeStream() }

  func wake() {
    streams.wake()
    rearm()
  }

  /// Marks the runs whose time has come as ready, and sets the alarm for the next time.
  func rearm() {
    alarm.set(by: { time }, for: nextTimer) { delay in schedule(after: delay) { $0.alarmFired() } }
  }

  private func nextTimer(after now: StoreTime) -> StoreTime? {
    if state.fireTimers(now: now) { streams.wake() }
    return failure == nil ? state.nextTimer : nil
  }

  /// Schedules a call on the store's clock. When it is due, the call is queued at once, so that a test is
  /// repeatable.
  func schedule(after delay: Duration, _ body: @escaping @Sendable (isolated FileStore) -> Void) -> FlowAlarm {
    clock.schedule(after: delay) { [weak self] in
      guard let self else { return }
      executor.afterWaitingJobs { self.assumeIsolated(body) }
    }
  }

  private func alarmFired() {
    alarm.cancel()
    rearm()
  }
}
