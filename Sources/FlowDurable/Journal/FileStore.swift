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
/// A full disk doesn't fail a run: calls wait, and the observer is notified, until 64 MiB wait; then further calls throw
/// `unavailable`. After a failed sync, the store is closed permanently: the system can't report which bytes are on disk.
public actor FileStore: FlowStore {
  /// An identifier of the store. It stays the same as long as the journal exists.
  public nonisolated let identity: String
  /// The path of the journal, without symbolic links.
  public nonisolated let path: String
  /// The executor of the store: a serial queue for all blocking calls.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  // The actor guards its properties: only the thread of its executor uses them. The arrivals have a lock of their own,
  // and so has the object that sends hints. The calls, in `FileStore+Calls.swift`, and the compactions, in
  // `FileStore+Compacting.swift`, read some properties; they change them only with methods of this file, except `compactions`
  // and `recent`.

  let executor: JournalExecutor
  let system: any FileSystem
  private let safety: JournalSafety
  nonisolated let limits: StoreLimits
  let observer: @Sendable (JournalEvent) -> Void
  private let clock: any FlowClock
  /// The lead of the store's time over `clock`, unless that is a `WallClock`.
  private let lead: Duration

  private(set) var state: StoreState<JournalPlace>
  /// The open file; nil after the store was closed.
  private(set) var journal: JournalFile?
  private var lock: JournalLock?
  /// The appends that the store's thread has not taken yet.
  private nonisolated let arrivals = Locked<[PendingAppend]>([])
  private var pending = PendingCommit()
  private(set) var full = FullDisk()
  /// The reason why the store was closed; nil while it is open.
  private var failure: StoreError?
  private var isClosing = false
  /// The compactions, which `FileStore+Compacting.swift` changes.
  var compactions: JournalCompactions
  /// The records that were read lately, which `FileStore+Calls.swift` adds.
  var recent = RecentRecords()
  private var commands: CommandFolder
  private var watch: CommandWatch?
  private nonisolated let streams = WakeStreams()
  private var alarm = DueAlarm()
  private var holds = RunHolds()

  /// Opens a journal, and creates it if it doesn't exist. Blocks the calling thread while it reads the file.
  ///
  /// Runs that the previous process held are due at once.
  ///
  /// - Parameters:
  ///   - path: The path of the journal.
  ///   - safety: The failures that an acknowledged change survives.
  ///   - clock: The clock of the store. It should count from 1970.
  ///   - limits: The maximum sizes of the values that the store accepts.
  ///   - observer: Receives the events on the store's thread; while the journal is opened, on the calling thread.
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
    limits: StoreLimits = StoreLimits(), compactingAt compactionSize: Int = 64 << 20, inSlicesOf slice: Int = 128 << 10,
    executingOn queue: (any JournalQueue)? = nil, observer: @escaping @Sendable (JournalEvent) -> Void = { _ in }
  ) throws(StoreError) {
    let path = system.resolve(path)
    var open = try OpenJournal(system, path: path, limits: limits, now: StoreTime(clock.now))
    self.path = path
    executor = JournalExecutor(on: queue)
    self.system = system
    self.safety = safety
    self.limits = limits
    self.observer = observer
    compactions = JournalCompactions(from: compactionSize, slice: slice)
    identity = open.identity
    (self.clock, lead) = open.follow(clock, path, reportingTo: observer)
    if let line = try open.begin(at: StoreTime(clock.now)) { pending.add(line, needsSync: false) }
    state = open.state
    journal = open.journal
    lock = open.lock
    commands = CommandFolder(of: path, on: system)
    watch = commands.watch()
    if open.cut > 0 { observer(.cut(file: path, bytes: open.cut)) }
    guard let changes = watch?.changes else { return }
    Task { [weak self] in
      for await _ in changes { await self?.commandsCame() }
    }
  }

  deinit {
    watch?.end()
    alarm.cancel()
    full.alarm?.cancel()
  }

  /// Refuses all later calls, because the store would not write their lines.
  func refuseCalls() { isClosing = true }

  /// Throws if the store was or is being closed, or, unless the caller only asks, if it can't take more lines.
  func requireOpen(toAsk onlyAsks: Bool = false) throws(StoreError) {
    if let failure { throw failure }
    if isClosing { throw .closed }
    if onlyAsks { return }
    if full.refusesCalls(waiting: pending.batch.bytes.count) { throw FileFailure("write", code: full.code).error(path) }
  }

  /// Closes the file, and fails all calls that wait for it.
  func end(_ failure: StoreError) {
    guard self.failure == nil else { return }
    self.failure = failure
    journal = nil
    abandonCompaction()
    lock = nil
    watch?.end()
    watch = nil
    alarm.cancel()
    full.alarm?.cancel()
    for waiter in pending.giveUp() { waiter.resume(failure) }
    streams.wake()
  }

  // MARK: Time

  /// Returns the time of the store's clock.
  public func now() throws(StoreError) -> StoreTime { time }

  var time: StoreTime { max(StoreTime(clock.now + lead), state.latest) }

  /// A hint each time a run may have become due or has ended.
  public nonisolated var wakes: AsyncStream<Void> { streams.makeStream() }

  /// The number of streams of hints that have a reader.
  nonisolated var wakesCount: Int { streams.count }

  func wake() {
    streams.wake()
    rearm()
  }

  /// Marks the runs whose time has come as ready, and sets the alarm for the next time.
  func rearm() {
    alarm.set(by: { time }, for: nextTimer) { delay in
      schedule(after: delay) { store in
        store.alarm.cancel()
        store.rearm()
      }
    }
  }

  private func nextTimer(after now: StoreTime) -> StoreTime? {
    if let timer = state.nextTimer, timer <= now { holds.extendDue(in: &state, at: now) }
    if state.fireTimers(now: now) { streams.wake() }
    return failure == nil ? state.nextTimer : nil
  }

  /// Schedules a call on the store's clock. It is queued as soon as it is due, so that a test is repeatable.
  private func schedule(after delay: Duration, _ body: @escaping @Sendable (isolated FileStore) -> Void) -> FlowAlarm {
    clock.schedule(after: delay) { [weak self] in
      guard let self else { return }
      executor.afterWaitingJobs { self.assumeIsolated(body) }
    }
  }

  // MARK: Adding lines

  /// Adds a line for a transaction, and applies it. It isn't acknowledged until ``commit()`` returns.
  func enqueue(
    _ transaction: StoreTransaction, _ text: [UInt8], count: Int, needsSync: Bool = true
  ) throws(StoreError) {
    try transaction.requireSize(of: text)
    let (offset, length) = add(text, needsSync: needsSync, about: transaction.changedRuns)
    do throws(StoreState<JournalPlace>.Contradiction) {
      try state.apply(transaction, at: JournalPlace.all(offset: offset, length: length, count: count))
      if case .append(let run, _, let rest, _) = transaction, !rest.isHold { holds.remove(run) }
    } catch {
      // The state itself decided the transaction, so it can be applied.
      trap("A FileStore contradicts itself.")
    }
  }

  /// Adds a line that doesn't change the state.
  func enqueueNote(_ note: JSONObject) {
    _ = add(JSONValue.object(note).utf8(.compact), needsSync: true)
  }

  private func add(_ text: [UInt8], needsSync: Bool, about runs: [Int] = []) -> (offset: Int, length: Int) {
    let offset = (journal?.end ?? 0) + pending.batch.bytes.count
    guard let line = journal?.line(text, at: offset) else { trap("A FileStore wrote after it was closed.") }
    pending.add(line, needsSync: needsSync, about: runs)
    return (offset, line.count)
  }

  /// Adds a hold to a claim.
  func hold(_ claim: inout ClaimedRun, lease: Duration) {
    holds.add(to: &claim, lease: lease)
  }

  /// Takes the runs that are due from the state, as transactions that aren't applied yet.
  func takeDue(_ request: ClaimRequest, now: StoreTime) -> [(StoreTransaction, records: [FlowRecord])] {
    holds.extendDue(in: &state, at: now)
    return state.takeDue(request, now: now)
  }

  /// Applies an extension of a lease. A lease ends with its process, so the journal needs no line.
  func extend(_ run: RunNumber, _ rest: StoreTransaction.Rest, at now: StoreTime) {
    try? state.apply(.append(run: run.rawValue, [], then: rest, at: now), at: [])
  }

  /// Notes that the store is in use, and reports a jump of its clock.
  func noteTime() {
    if let skipped = state.passed.see(time) { observer(.timeSkipped(file: path, duration: skipped)) }
  }

  /// Takes an append. The store's thread performs all appends that have arrived in one turn.
  nonisolated func arrive(_ append: PendingAppend) {
    let isFirst = arrivals.withLock { arrivals in
      arrivals.append(append)
      return arrivals.count == 1
    }
    if isFirst { executor.afterWaitingJobs { self.assumeIsolated { $0.takeArrivals() } } }
  }

  /// The number of appends that the store's thread hasn't taken yet.
  nonisolated var arrivedCount: Int { arrivals.withLock { $0.count } }

  private func takeArrivals() {
    let appends = arrivals.withLock { arrivals in
      defer { arrivals = [] }
      return arrivals
    }
    for append in appends { make(append) }
  }

  // MARK: Writing

  /// Waits until everything so far is as durable as it must be. A call that only asks doesn't wait for a full disk.
  func commit(toAsk onlyAsks: Bool = false) async throws(StoreError) {
    if onlyAsks, full.isWaiting { return }
    let loss = await withCheckedContinuation { continuation in
      // A task with an executor preference may arrive here in a later turn than its line, after the line was written or
      // lost. A store that was closed has written all lines.
      guard !pending.batch.isEmpty else { return continuation.resume(returning: failure == .closed ? nil : failure) }
      commit(onlyAsks ? .question(continuation) : .call(continuation))
    }
    if let loss { throw loss }
  }

  /// Resumes a call when everything so far is as durable as it must be.
  func commit(_ waiter: JournalBatch.Waiter) {
    perform(pending.add(waiter, isDiskFull: full.isWaiting))
  }

  private func perform(_ action: PendingCommit.Action) {
    switch action {
    case .none: break
    case .turnsLater:
      executor.afterWaitingJobs { self.assumeIsolated { $0.perform($0.pending.turn(surviving: $0.safety)) } }
    case .waits(let delay, let number):
      executor.after(delay) { self.assumeIsolated { $0.perform($0.pending.endWait(number)) } }
    case .writes: write()
    case .writesLater: executor.afterWaitingJobs { self.assumeIsolated { $0.write() } }
    }
  }

  /// Writes the pending lines, and resumes their calls.
  private func write() {
    pending.begin()
    guard var journal, !pending.batch.isEmpty else { return }
    switch journal.write(pending.batch, surviving: safety, timedBy: { executor.now }) {
    case .isKept(let sync):
      self.journal = journal
      if full.succeeded() { observer(.recovered(file: path)) }
      for waiter in pending.wrote(arrived: arrivedCount, sync: sync) { waiter.resume(nil) }
      commands.finish(reportingTo: observer)
      compact(journal)
    case .isFull(let failure):
      // The new file may take the space that the journal needs.
      abandonCompaction()
      let delay = full.failed(failure.code)
      full.alarm = schedule(after: delay) { $0.tryAgain() }
      observer(.full(file: path, waiting: pending.batch.bytes.count, retryAfter: delay))
      for question in pending.takeQuestions() { question.resume(nil) }
    case .isBroken(let failure): breakDown(failure)
    }
  }

  private func tryAgain() {
    full.alarm = nil
    if !pending.isDue { write() }
  }

  func breakDown(_ failure: FileFailure) {
    observer(.broken(file: path, reason: failure.reason))
    end(.broken(file: path, reason: failure.reason))
  }

  /// Whether lines wait to be written. Their places are those of the current file.
  var hasPendingLines: Bool { !pending.batch.isEmpty }
  func hasPendingLines(about run: RunNumber) -> Bool { pending.concerns(run.rawValue) }

  /// Continues with another file that has the same runs.
  func replaceJournal(by new: JournalFile, withPlacesOf other: StoreState<JournalPlace>) {
    state.beginMoving(to: other)
    journal = new
    recent.removeAll()
  }
  func moveRuns(_ limit: Int) -> Bool { state.moveNext(limit) }

  // MARK: Commands

  var hasTakenCommands: Bool { commands.hasTaken }
  /// Takes the commands that other processes have left. Their files are removed when the journal has the commands.
  func takeCommands() throws(StoreError) {
    guard !full.isWaiting else { return }
    for name in commands.waiting {
      do throws(StoreError) {
        let (run, message) = try commands.read(name)
        _ = try enqueue(message, to: run)
        commands.take(name)
      } catch {
        commands.refuse(name, because: error)
      }
    }
    // Commands that changed nothing have no commit to wait for.
    if pending.batch.isEmpty { commands.finish(reportingTo: observer) } else if commands.hasTaken { wake() }
  }
}
