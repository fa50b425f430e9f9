import FlowState

/// The state of a worker: the runs that it holds, and whether it stops.
///
/// The actor guards its properties. Each held run works in a task of its own; the actor reaches it through the stream
/// of its events and through its abandonment.
actor WorkerState {
  private let settings: WorkerSettings
  /// The held runs by the numbers of their claims. There is at most one for each run.
  private var held: [Int: WorkerHold] = [:]
  private var claims = 0
  /// The number of calls of the store that claim runs, and those that wait for their end.
  private var claiming = 0
  private var waitingForClaims: [CheckedContinuation<Void, Never>] = []
  /// Whether the store may have due runs for which there was no room, so that the worker asks again when a run leaves.
  private var mayHaveLeftRuns = false
  /// The number of runs that have left the worker.
  private(set) var departures = 0
  /// Whether the worker stops, and whether it has cancelled the work of its runs.
  private var (stops, hasGivenUp) = (false, false)
  /// Whether the worker has stopped. Runs that come later are released at once.
  private var hasLeft = false
  /// The error of a store that has failed permanently.
  private(set) var failure: StoreError?
  private let streams = WakeStreams()
  /// The callers that wait for a run to leave, and those that wait for all runs to leave.
  private var waiting: [(forAll: Bool, continuation: CheckedContinuation<Void, Never>)] = []
  /// Whether the worker checks for messages or has just done so, and whether it checks again.
  private var (looksSoon, looksAgain) = (false, false)
  /// The alarms for the next heartbeat, and for abandoning cancelled work.
  private var (alarm, abandoning): (FlowAlarm?, FlowAlarm?) = (nil, nil)

  init(_ settings: WorkerSettings) {
    self.settings = settings
  }

  deinit {
    alarm?.cancel()
    abandoning?.cancel()
  }

  var count: Int { held.count }

  /// Whether a stopping worker has to wait for runs, or for a claim that may return some.
  var isBusy: Bool { claiming > 0 && !hasLeft || held.values.contains { $0.departure == nil } }

  /// Returns the number of runs of a group that the worker can still hold. Without room, it asks again when a run leaves.
  func room(of atOnce: Int, for group: FlowWorker.Group) -> Int {
    var room = atOnce - held.count
    if let limit = group.limit, room > 0 {
      room = min(room, limit - held.values.count { group.flows.contains($0.definition.identifier) })
    }
    if room <= 0 { mayHaveLeftRuns = true }
    return room
  }

  /// Sets whether the store may have more due runs than it has returned.
  func leavesDueRuns(_ may: Bool) { mayHaveLeftRuns = may }

  var isStopping: Bool { stops || failure != nil }

  /// Returns a stream with an element each time a claim may find a run. The stream ends when the worker stops.
  func hints() -> AsyncStream<Void> {
    streams.makeStream()
  }

  func hint() {
    streams.wake()
  }

  /// Sends an event to all held runs.
  private func post(_ event: HeldRunEvent) {
    for held in held.values where held.departure != .hangs { held.events.yield(event) }
  }

  // MARK: Holding

  /// Starts to work for a run. If the work for an earlier claim is under way, it continues with this claim, or ends
  /// first: two copies must never be at work.
  ///
  /// - Parameters:
  ///   - claimed: The run.
  ///   - definition: The definition of its flow.
  ///   - time: The time before the claim.
  func take(_ claimed: ClaimedRun, _ definition: DurableDefinition, since time: WorkerTime) {
    if let earlier = held.first(where: { $0.value.run == claimed.run })?.key {
      held[earlier]?.later = (claimed, time)
      return
    }
    let (events, continuation) = AsyncStream<HeldRunEvent>.makeStream()
    claims += 1
    let abandonment = RunAbandonment()
    let lease = HeldLease(since: time)
    held[claims] = WorkerHold(
      run: claimed.run, definition: definition, events: continuation, abandonment: abandonment, lease: lease,
      departure: hasLeft ? .works : nil)
    if hasGivenUp {
      // The claim was in progress when the worker gave up.
      continuation.yield(.leaves)
      continuation.yield(.abandons)
      abandonment.come()
    }
    scheduleHeartbeat()
    settings.note(.began(claimed.run))
    // A test that provides an executor also provides a queue.
    let executor = settings.testExecutor == nil ? RunExecutor() : nil
    Task(executorPreference: executor ?? settings.executor) { [settings, stops, number = claims] in
      let run = HeldRun(
        claimed, definition, settings, on: executor, stops: stops, events: events, abandonment: abandonment,
        lease: lease, laterClaim: { await self.laterClaim(of: number, at: $0) },
        stays: { await self.stay(number) }, report: { await self.report($0, of: number) }
      ) { event in
        if case .settled = event { executor?.setStepWaits(true) }
        continuation.yield(event)
      }
      do throws(StoreError) {
        try await run.work()
      } catch {
        switch error {
        case .leaseLost(let run): await self.report(.leaseLost(run), of: number)
        // Only a worker that is stopping doesn't try again.
        case _ where error.isTemporary: await self.report(.left(claimed.run, error), of: number)
        default: await self.fail(error, of: number)
        }
      }
      run.state.claimed.hold?.release()
      await self.leave(number)
    }
  }

  /// Reports an event of a run, unless the worker has already left the run.
  private func report(_ event: WorkerEvent, of number: Int) {
    if let held = held[number], held.departure == nil { settings.report(event) }
  }

  private func leave(_ number: Int) {
    guard let left = held.removeValue(forKey: number) else { return }
    departures += 1
    settings.departures.send(left.run)
    left.events.finish()
    left.lease.lose()
    if let later = left.later { take(later.claim, left.definition, since: later.since) }
    if held.isEmpty {
      alarm?.cancel()
      alarm = nil
    }
    resumeWaiting(oneHasLeft: true)
    if mayHaveLeftRuns { hint() }
  }

  /// Resumes the callers whose wait is over.
  private func resumeWaiting(oneHasLeft: Bool = false) {
    let isBusy = isBusy
    if !isBusy {
      abandoning?.cancel()
      hasLeft = stops
    }
    let ready = waiting.filter { !isBusy || oneHasLeft && !$0.forAll }
    waiting.removeAll { !isBusy || oneHasLeft && !$0.forAll }
    for (_, continuation) in ready { continuation.resume() }
  }

  /// Waits until a run leaves, and returns true. Returns false at once if no run is held; true at once if a run has left
  /// since `departures` was read, because an earlier claim may have had no room.
  func waitForOneToLeave(since before: Int) async -> Bool {
    if departures != before { return true }
    if held.isEmpty { return false }
    await withCheckedContinuation { waiting.append((false, $0)) }
    return true
  }

  /// Waits until the worker isn't busy.
  func waitForAllToLeave() async {
    if isBusy { await withCheckedContinuation { waiting.append((true, $0)) } }
  }

  // MARK: Extending leases

  /// Records that a call of the store that claims runs begins. Returns false if the worker is stopping.
  func beginClaim() -> Bool {
    guard !isStopping else { return false }
    claiming += 1
    return true
  }

  /// Records that the claimed runs were taken, or that the call has failed.
  func endClaim() {
    claiming -= 1
    guard claiming == 0 else { return }
    for continuation in waitingForClaims { continuation.resume() }
    waitingForClaims = []
    if stops { resumeWaiting() }
  }

  /// Returns a later claim of a held run whose lease was lost, if nothing was recorded in between: this worker has lost
  /// the lease to itself. Otherwise, the later claim waits for the end of the earlier work.
  private func laterClaim(of number: Int, at record: Int) async -> ClaimedRun? {
    // The store may have performed a claim whose result hasn't arrived.
    while claiming > 0, held[number]?.later == nil, !hasGivenUp {
      await withCheckedContinuation { waitingForClaims.append($0) }
    }
    guard let later = held[number]?.later?.claim, later.records.last?.number == record else { return nil }
    held[number]?.later = nil
    return later
  }

  /// Extends the leases that are overdue, and waits for it: the worker was away, because its process was suspended, or
  /// because its threads or the store were busy. A claim could return runs that it is still working on.
  func extendOverdueLeases() async {
    let (now, age) = (settings.now, settings.lateAge)
    let late = held.values.filter { $0.lease.isOlder(than: age, at: now) }
    guard !late.isEmpty, !isStopping else { return }
    for held in late { held.events.yield(.heartbeat) }
    // A store that doesn't answer for one run must not keep the worker from the others.
    let limit = settings.ownClock.schedule(after: settings.lease) { for held in late { held.lease.endWaits() } }
    for held in late { await held.lease.wait(whileOlderThan: age, at: now) }
    limit.cancel()
  }

  /// Extends the leases after each third of their duration.
  private func scheduleHeartbeat() {
    guard alarm == nil, !held.isEmpty else { return }
    alarm = settings.ownClock.schedule(after: settings.lease / 3) { [weak self] in
      guard let self else { return }
      Task(executorPreference: settings.executor) { await self.sendHeartbeat() }
    }
  }

  private func sendHeartbeat() {
    alarm = nil
    post(.heartbeat)
    for (number, held) in held {
      guard let later = held.later else { continue }
      Task(executorPreference: settings.executor) { await self.extend(later.claim, of: number) }
    }
    scheduleHeartbeat()
  }

  /// Extends the lease of a later claim that waits for the end of the earlier work.
  private func extend(_ later: ClaimedRun, of number: Int) async {
    let time = settings.now
    do throws(StoreError) {
      _ = try await settings.store.append([], to: later, then: .hold(lease: settings.lease))
      if held[number]?.later?.claim.fence == later.fence { held[number]?.later?.since = time }
    } catch {
      if case .leaseLost = error, held[number]?.later?.claim.fence == later.fence { held[number]?.later = nil }
    }
  }

  // MARK: Messages for held runs

  /// Checks for messages to held runs, at most five times per second.
  func lookSoon() {
    guard !held.isEmpty, !looksSoon else {
      looksAgain = looksSoon
      return
    }
    looksSoon = true
    Task(executorPreference: settings.executor) { [weak self] in
      await self?.lookForMessages()
      await WorkerSettings.pause(WorkerSettings.lookingDelay)
      await self?.hasLooked()
    }
  }

  private func hasLooked() {
    looksSoon = false
    guard looksAgain else { return }
    looksAgain = false
    lookSoon()
  }

  /// Notifies the runs that have messages. Otherwise, they would receive them with their next record or heartbeat.
  func lookForMessages() async {
    guard !held.isEmpty else { return }
    var query = RunQuery(states: [.held])
    query.numbers = Set(held.values.map(\.run))
    // One call for all runs. The next one comes soon, so a failure doesn't matter.
    guard let found = try? await settings.store.runs(query, after: nil, limit: held.count) else { return }
    let waiting = Dictionary(found.map { ($0.number, $0.waitingMessages) }) { first, _ in first }
    for held in held.values {
      // Only the run itself knows how many of them it has already received.
      if let count = waiting[held.run], count > 0 { held.events.yield(.messagesWait(count)) }
    }
  }

  // MARK: Stopping: runs get time to leave, then their work is cancelled, and finally abandoned

  /// Stops the worker.
  func stop() {
    stops = true
    streams.finish()
    post(.stops)
    for held in held.values { held.lease.endWaits() }
  }

  /// Stops the worker because its store has failed permanently for a run, unless the worker doesn't wait for the run.
  private func fail(_ error: StoreError, of number: Int) {
    if held[number]?.departure == nil { fail(error) }
  }

  /// Stops the worker because its store has failed permanently.
  func fail(_ error: StoreError) {
    if failure == nil { failure = error }
    stop()
    giveUp()
  }

  /// Cancels the current work. Abandons work that hasn't ended a moment later, and a store that doesn't respond another
  /// moment later.
  func giveUp() {
    hasGivenUp = true
    post(.leaves)
    for continuation in waitingForClaims { continuation.resume() }
    waitingForClaims = []
    guard abandoning == nil, isBusy else { return }
    abandoning = afterMoment { state in await state.abandon() }
  }

  private func abandon() {
    post(.abandons)
    for held in held.values { held.abandonment.come() }
    abandoning = afterMoment { state in await state.leaveAll() }
  }

  /// Leaves a run whose work ignores its cancellation. The process extends its lease until the work ends.
  private func stay(_ number: Int) {
    guard let run = held[number]?.run else { return }
    report(.worksOn(run), of: number)
    held[number]?.departure = .works
    resumeWaiting()
  }

  /// Leaves the runs whose store doesn't respond. Their leases end by themselves.
  private func leaveAll() {
    for (number, left) in held where left.departure == nil {
      settings.report(.left(left.run, nil))
      held[number]?.departure = .hangs
    }
    hasLeft = true
    resumeWaiting()
  }

  private func afterMoment(_ body: @escaping @Sendable (WorkerState) async -> Void) -> FlowAlarm {
    settings.ownClock.schedule(after: WorkerSettings.abandoningDelay) { [weak self] in
      guard let self else { return }
      Task(executorPreference: settings.executor) { await body(self) }
    }
  }
}
