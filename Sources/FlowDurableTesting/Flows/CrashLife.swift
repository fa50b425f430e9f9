import FlowDurable
import FlowState
import FlowStateTesting
import Synchronization

/// One process of a trial. It opens the journal, works until it is idle, and closes the journal, unless it crashes.
struct CrashLife {
  /// The end of a process.
  enum End: Sendable {
    case crashed
    case finished([CrashRunEnd])
  }

  static let path = "crash.journal"

  let stage: CrashStage
  let disk: CrashDisk
  let clock: ManualClock
  let safety: JournalSafety
  let setUp: @Sendable (CrashStage) throws -> Void
  private let runClock: CrashClock

  init(
    _ stage: CrashStage, on disk: CrashDisk, timed clock: ManualClock, surviving safety: JournalSafety,
    _ setUp: @escaping @Sendable (CrashStage) throws -> Void
  ) {
    self.stage = stage
    self.disk = disk
    self.clock = clock
    self.safety = safety
    self.setUp = setUp
    runClock = CrashClock(on: stage.queue)
  }

  /// Runs the process. Returns nil if a law was broken.
  func live(_ patience: CrashPatience) async -> End? {
    if let end = await patience.awaitEnd(on: stage.queue, timed: runClock, of: { await liveOnQueue() }) { return end }
    let latest = stage.state.withLock { $0.works.last?.key }
    let place = latest.map { "The latest step to start is \($0)" } ?? "No step has started"
    return violates(
      .endless, "The process has rested for \(patience.limit), and its runs don't come to an end. \(place).")
  }

  private func liveOnQueue() async -> End? {
    stage.state.withLock { state in
      state.beginLife()
      state.endProcess = { [disk] in disk.die() }
    }
    do { try setUp(stage) } catch { return violates(.setup, "The setup has failed: \(error)") }
    let store: FileStore
    // A crash of the explorer loses a claim, and must not park the run as one whose work ends each process.
    var limits = StoreLimits()
    limits.attempts += stage.state.withLock { $0.life } - 1
    do throws(StoreError) {
      store = try FileStore(
        at: Self.path, on: disk, surviving: safety, timed: clock, limits: limits, executingOn: stage.queue.makeLine())
    } catch {
      return disk.isDead ? .crashed : violates(.journal, "The journal can't be opened after the crash. \(error)")
    }
    // The last line must be the one that records that the journal was opened.
    if disk.content.bytes(Self.path)?.last != UInt8(ascii: "\n") {
      return violates(.journal, "The journal was opened, and a part of the torn line at its end is still there.")
    }
    let (starts, acts) = stage.state.withLock { ($0.starts, $0.acts) }
    let worker = FlowWorker(
      CrashStore(store: store, stage: stage), running: starts.map(\.flow).unique, atOnce: 8,
      lease: CrashClock.lease, misfitGrace: .zero, keepingEnded: .seconds(Int64.max), timed: runClock
    ) { [stage] event in stage.note("\(event)") }
    let end: End?
    do {
      end = try await work(worker, store, starts, acts)
    } catch {
      end = disk.isDead ? .crashed : violates(.worker, "The worker has failed without a crash. \(error)")
    }
    await worker.stop(grace: .zero)
    return end
  }

  private func violates(_ rule: CrashFailure.Rule, _ sentence: String) -> End? {
    stage.state.withLock { $0.violates(CrashViolation(rule: rule, sentence: sentence)) }
    return nil
  }

  private func work(
    _ worker: FlowWorker, _ store: FileStore, _ starts: [CrashStart], _ acts: [CrashAct]
  ) async throws -> End? {
    requireUse(!starts.isEmpty, "A setup for the crash explorer did not start a run; it must start at least one.")
    for act in acts {
      requireUse(
        starts.indices.contains(act.run),
        "A setup for the crash explorer has '\(act.name)' for run \(act.run + 1); it must be for one of the runs that it starts, "
          + "counted from 1, of which there are \(starts.count).")
    }
    var runs: [CrashRun] = []
    for (index, start) in starts.enumerated() {
      let run = try await start.start(worker)
      if run.isNew, stage.state.withLock({ $0.startsAcknowledged > index }) {
        return violates(.acknowledged, "The start of \(run.name) was acknowledged, and the run is gone (D1).")
      }
      stage.state.withLock { $0.startsAcknowledged = max($0.startsAcknowledged, index + 1) }
      runs.append(run)
    }
    let sender = CrashSender(acts, to: runs, of: store, on: stage)
    if let lost = try await sender.firstLost() {
      return violates(.acknowledged, "\(lost.name) with key '\(lost.key)' was acknowledged, and is lost (D1).")
    }
    disk.whenChanged { [queue = stage.queue, weak sender] in
      if let event = sender?.next { queue.offer(event) }
    }
    var turns = 0
    while try await goOn(worker, store, sender) {
      turns += 1
      if turns > 2_000 { return violates(.endless, "The runs did not come to an end in 2,000 waits.") }
      if stage.state.withLock({ $0.violation }) != nil { return nil }
      // A random order can put off for ever the message or the command that ends the runs.
      if turns >= 100 || stage.state.withLock({ $0.isHalfway }) { stage.queue.endRandomness() }
    }
    var ends: [CrashRunEnd] = []
    let (interrupted, isShared) = stage.state.withLock { ($0.interrupted, !$0.outside.isEmpty) }
    let isOfAll = isShared && !interrupted.isEmpty
    for run in runs {
      ends.append(try await CrashRunEnd(of: run, in: store, isInterrupted: interrupted.contains(run.number) || isOfAll))
    }
    let count = try await store.runs(RunQuery(), after: nil, limit: .max).count
    if count != runs.count {
      return violates(.acknowledged, "The store has \(count) runs, and \(runs.count) were started.")
    }
    try await store.close()
    return .finished(ends)
  }

  /// Works until the runs rest, and then performs the next event. Returns false if there is none.
  private func goOn(_ worker: FlowWorker, _ store: FileStore, _ sender: CrashSender) async throws -> Bool {
    do {
      try await worker.runUntilIdle()
    } catch {
      // A message that is being sent must be finished before the process ends.
      _ = try? await sender.finish()
      throw error
    }
    if try await sender.finish() { return true }
    var offer = ScheduleOffer()
    if let event = sender.next { offer.events = PendingEvents(only: event) }
    if let due = try await store.runs(RunQuery(), after: nil, limit: .max).compactMap(\.due).min() {
      let delay = max(due.duration(since: try await store.now()), .milliseconds(1))
      offer.timers = [StageTimers.Timer(number: 1, due: delay, isOfRun: true) { [clock] in clock.advance(by: delay) }]
    }
    switch stage.queue.pick(from: offer) {
    case .event(let id, _):
      offer.events[id]?.happen(0)
      return try await sender.finish()
    case .timer:
      offer.timers[0].call()
      return true
    case .deliver, .cancel, .proceed, nil: return false
    }
  }
}

extension RunSummary {
  /// The time at which the run continues by itself.
  fileprivate var due: StoreTime? {
    switch state {
    case .ready(let time): time
    case .held(let until, _): until
    case .waiting(let until, _): until
    case .parked, .ended: nil
    }
  }
}

extension [any AnyDurableFlow] {
  /// The flows without repeated names.
  fileprivate var unique: Self {
    var names: Set<String> = []
    return filter { names.insert($0.definition.identifier).inserted }
  }
}
