import FlowState

/// The runs that a worker holds, and whether it stops.
actor WorkerState {
  private struct Held {
    let run: RunNumber
    let flow: String
    let events: AsyncStream<HeldRunEvent>.Continuation
    let abandonment: RunAbandonment
  }

  private let settings: WorkerSettings
  /// By the number of the worker's claim: a run whose lease was lost can come back before its work has ended.
  private var held: [Int: Held] = [:]
  private var claims = 0
  /// The number of runs that have left.
  private(set) var departures = 0
  private var stops = false
  /// Whether the time has passed that runs have to leave.
  private var hasGivenUp = false
  /// The error of a store that has failed for good.
  private(set) var failure: StoreError?
  private var hintStreams: [AsyncStream<Void>.Continuation] = []
  /// Those who wait for a run to leave, and those who wait for all runs to leave.
  private var waiting: [(forAll: Bool, continuation: CheckedContinuation<Void, Never>)] = []
  /// The time on the worker's clock at which ended runs are looked for; nil for the next time.
  private var forgetsAt: Duration?
  /// Whether the worker looks for messages, or has just done so; and whether it looks again.
  private var (looksSoon, looksAgain) = (false, false)
  /// The alarm for the next heartbeat.
  private var alarm: FlowAlarm?
  /// The alarm after which cancelled work isn't waited for.
  private var abandoning: FlowAlarm?

  init(_ settings: WorkerSettings) {
    self.settings = settings
  }

  deinit {
    alarm?.cancel()
    abandoning?.cancel()
  }

  var count: Int { held.count }

  /// Returns the number of runs of a group that the worker has room for.
  func free(of atOnce: Int, for group: FlowWorker.Group) -> Int {
    let free = atOnce - held.count
    guard let limit = group.limit, free > 0 else { return free }
    return min(free, limit - held.values.count { group.flows.contains($0.flow) })
  }

  var isStopping: Bool { stops || failure != nil }

  /// Returns a stream with an element each time when a claim may find something. It ends when the worker stops.
  func hints() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    if stops { continuation.finish() } else { hintStreams.append(continuation) }
    continuation.yield()
    return stream
  }

  func hint() {
    for hints in hintStreams { hints.yield() }
  }

  /// Begins to work for a run.
  func take(_ claimed: ClaimedRun, _ definition: DurableDefinition) {
    let (events, continuation) = AsyncStream<HeldRunEvent>.makeStream()
    claims += 1
    let abandonment = RunAbandonment()
    held[claims] = Held(run: claimed.run, flow: claimed.flow, events: continuation, abandonment: abandonment)
    if stops { continuation.yield(.stops) }
    if hasGivenUp {
      // The claim was under way.
      continuation.yield(.leaves)
      continuation.yield(.abandons)
      abandonment.come()
    }
    scheduleHeartbeat()
    // A test that brings an executor brings a queue as well.
    let executor = settings.executor == nil ? RunExecutor() : nil
    Task(executorPreference: executor ?? settings.executor) { [settings, number = claims] in
      let run = HeldRun(
        claimed, definition, settings, on: executor, events: events, abandonment: abandonment
      ) { event in
        if case .settled = event { executor?.setStepWaits(true) }
        continuation.yield(event)
      }
      do throws(StoreError) {
        try await run.work()
      } catch {
        switch error {
        case .leaseLost(let run): settings.report(.leaseLost(run))
        // Only a worker that stops doesn't try again. If it has let the run go, that was said.
        case _ where error.isTemporary: if await self.holds(number) { settings.report(.left(claimed.run, error)) }
        default: await self.fail(error)
        }
      }
      await self.leave(number)
    }
  }

  /// Stops the worker, because its store has failed for good.
  func fail(_ error: StoreError) {
    if failure == nil { failure = error }
    stop()
    giveUp()
  }

  /// Cancels the work under way. What hasn't ended a moment later isn't waited for, and neither is a store that doesn't answer another
  /// moment later.
  func giveUp() {
    hasGivenUp = true
    post(.leaves)
    guard abandoning == nil, !held.isEmpty else { return }
    abandoning = afterMoment { state in await state.abandon() }
  }

  private func abandon() {
    post(.abandons)
    for held in held.values { held.abandonment.come() }
    abandoning = afterMoment { state in await state.letGo() }
  }

  /// Forgets the runs whose store doesn't answer. Their leases end by themselves.
  private func letGo() {
    for (number, left) in held {
      settings.report(.left(left.run, nil))
      leave(number)
    }
  }

  private func holds(_ number: Int) -> Bool { held[number] != nil }

  private func afterMoment(_ body: @escaping @Sendable (WorkerState) async -> Void) -> FlowAlarm {
    settings.clock.schedule(after: WorkerSettings.abandoningDelay) { [weak self] in
      guard let self else { return }
      Task(executorPreference: settings.executor) { await body(self) }
    }
  }

  /// Stops the worker.
  func stop() {
    stops = true
    for hints in hintStreams { hints.finish() }
    hintStreams = []
    post(.stops)
  }

  /// Tells all held runs.
  func post(_ event: HeldRunEvent) {
    for held in held.values { held.events.yield(event) }
  }

  /// Looks for messages to held runs, at most five times a second.
  func lookSoon() {
    guard !held.isEmpty, !looksSoon else {
      looksAgain = looksSoon
      return
    }
    looksSoon = true
    Task { [weak self] in
      await self?.lookForMessages()
      try? await Task.sleep(for: WorkerSettings.lookingDelay)
      await self?.hasLooked()
    }
  }

  private func hasLooked() {
    looksSoon = false
    guard looksAgain else { return }
    looksAgain = false
    lookSoon()
  }

  /// Tells the runs for which messages have come. Without it, they would get them with their next record or heartbeat.
  func lookForMessages() async {
    for held in held.values {
      let before = held.run.rawValue > 1 ? RunNumber(rawValue: held.run.rawValue - 1) : nil
      guard let summary = try? await settings.store.runs(RunQuery(), after: before, limit: 1).first,
        summary.number == held.run, summary.waitingMessages > 0
      else { continue }
      // Only the run itself knows how many of them it has.
      held.events.yield(.messagesWait(summary.waitingMessages))
    }
  }

  /// Removes runs from the store that have ended long ago, once in a while.
  func forgetEnded() async {
    let now = settings.clock.now
    if let forgetsAt, now < forgetsAt { return }
    guard let retention = settings.retention else { return }
    forgetsAt = now + WorkerSettings.forgettingDelay
    let limit = WorkerSettings.forgottenAtOnce
    do throws(StoreError) {
      let time = try await settings.store.now().advanced(by: .zero - retention)
      let count = try await settings.store.forget(endedBefore: time, limit: limit)
      // The claims between must not wait for all of them.
      if count >= limit { forgetsAt = nil }
    } catch {
      settings.report(.storeFailed(error))
      if error.isTemporary { forgetsAt = now + WorkerSettings.storeDelay }
    }
  }

  private func leave(_ number: Int) {
    // A run that was let go has left.
    guard let left = held.removeValue(forKey: number) else { return }
    departures += 1
    left.events.finish()
    let isEmpty = held.isEmpty
    if isEmpty {
      alarm?.cancel()
      alarm = nil
      abandoning?.cancel()
    }
    let ready = waiting.filter { isEmpty || !$0.forAll }
    waiting.removeAll { isEmpty || !$0.forAll }
    for (_, continuation) in ready { continuation.resume() }
    hint()
  }

  /// Waits until a run leaves, unless one has left since `departures` was read: a claim may have had no room before. Returns false at
  /// once if there is none.
  func waitForOneToLeave(since before: Int) async -> Bool {
    if departures != before { return true }
    if held.isEmpty { return false }
    await withCheckedContinuation { waiting.append((false, $0)) }
    return true
  }

  /// Waits until there is no run.
  func waitForAllToLeave() async {
    if !held.isEmpty { await withCheckedContinuation { waiting.append((true, $0)) } }
  }

  /// Extends the leases each third of their time.
  private func scheduleHeartbeat() {
    guard alarm == nil, !held.isEmpty else { return }
    alarm = settings.clock.schedule(after: settings.lease / 3) { [weak self] in
      guard let self else { return }
      Task(executorPreference: settings.executor) { await self.sendHeartbeat() }
    }
  }

  private func sendHeartbeat() {
    alarm = nil
    post(.heartbeat)
    scheduleHeartbeat()
  }
}
