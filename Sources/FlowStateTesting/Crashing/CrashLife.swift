import FlowDurable
import FlowState
import Synchronization

/// One process of a trial: opens the journal, works until nothing is left to do, and closes the journal, unless it crashes.
struct CrashLife {
  /// How a process ends.
  enum End: Sendable {
    case crashed
    case finished([CrashRunEnd])
  }

  static let path = "crash.journal"

  let stage: CrashStage
  let disk: CrashDisk
  let clock: ManualClock
  let durability: Durability
  let setUp: @Sendable (CrashStage) throws -> Void
  private let runClock: CrashClock

  init(
    _ stage: CrashStage, on disk: CrashDisk, timed clock: ManualClock, surviving durability: Durability,
    _ setUp: @escaping @Sendable (CrashStage) throws -> Void
  ) {
    self.stage = stage
    self.disk = disk
    self.clock = clock
    self.durability = durability
    self.setUp = setUp
    runClock = CrashClock(on: stage.queue)
  }

  /// Lives. Returns nil if a law was broken.
  func live() async -> End? {
    await withTaskExecutorPreference(stage.queue) { await liveOnQueue() }
  }

  private func liveOnQueue() async -> End? {
    stage.state.withLock { $0.beginLife() }
    do { try setUp(stage) } catch { return violates(.setup, "The setup has failed: \(error)") }
    let store: FileStore
    do throws(StoreError) {
      store = try FileStore(at: Self.path, on: disk, surviving: durability, timed: clock, executingOn: stage.queue)
    } catch {
      return disk.isDead ? .crashed : violates(.journal, "The journal can't be opened after the crash. \(error)")
    }
    // The line that says that the journal was opened comes last.
    if disk.content.bytes(Self.path)?.last != UInt8(ascii: "\n") {
      return violates(.journal, "The journal was opened, and a part of the torn line at its end is still there.")
    }
    let (starts, acts) = stage.state.withLock { ($0.starts, $0.acts) }
    let worker = FlowWorker(
      store, running: starts.map(\.flow).unique, atOnce: 8, lease: CrashClock.lease, misfitGrace: .zero,
      keepingEnded: .seconds(Int64.max), timed: runClock
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
    var runs: [CrashRun] = []
    for (index, start) in starts.enumerated() {
      let run = try await start.start(worker)
      if run.isNew, stage.state.withLock({ $0.startsAcknowledged > index }) {
        return violates(.acknowledged, "The start of \(run.name) was acknowledged, and the run is gone (D1).")
      }
      stage.state.withLock { $0.startsAcknowledged = max($0.startsAcknowledged, index + 1) }
      runs.append(run)
    }
    try await checkActs(acts, runs, store)
    var turns = 0
    while try await goOn(worker, store, acts, runs) {
      turns += 1
      if turns > 2_000 { return violates(.endless, "The runs did not come to an end in 2,000 waits.") }
      if stage.state.withLock({ $0.violation }) != nil { return nil }
    }
    var ends: [CrashRunEnd] = []
    for run in runs { ends.append(try await CrashRunEnd(of: run, in: store)) }
    let count = try await store.runs(RunQuery(), after: nil, limit: .max).count
    if count != runs.count {
      return violates(.acknowledged, "The store has \(count) runs, and \(runs.count) were started.")
    }
    try await store.close()
    return .finished(ends)
  }

  /// Works until the runs rest, and lets the next thing happen. Returns false if there is none.
  private func goOn(
    _ worker: FlowWorker, _ store: FileStore, _ acts: [CrashAct], _ runs: [CrashRun]
  ) async throws -> Bool {
    try await worker.runUntilIdle()
    let done = stage.state.withLock { $0.actsAcknowledged }
    if done < acts.count {
      try await perform(acts[done], runs, store)
      stage.state.withLock { $0.actsAcknowledged = done + 1 }
      return true
    }
    let due = try await store.runs(RunQuery(), after: nil, limit: .max).compactMap(\.due).min()
    guard let due else { return false }
    let delay = due.duration(since: try await store.now())
    clock.advance(by: max(delay, .milliseconds(1)))
    return true
  }

  @discardableResult
  private func perform(_ act: CrashAct, _ runs: [CrashRun], _ store: FileStore) async throws -> Delivery? {
    stage.note("> \(act.name)")
    do {
      return try await act.perform(runs[act.run], store, act.key)
    } catch StoreError.runEnded {
      return nil
    }
  }

  /// Repeats what was acknowledged before the crash: it must be there.
  private func checkActs(_ acts: [CrashAct], _ runs: [CrashRun], _ store: FileStore) async throws {
    let (done, life) = stage.state.withLock { ($0.actsAcknowledged, $0.life) }
    guard life > 1 else { return }
    for act in acts.prefix(done) {
      if case .delivered? = try await perform(act, runs, store) {
        _ = violates(.acknowledged, "\(act.name) with key '\(act.key)' was acknowledged, and is lost (D1).")
      }
    }
  }
}

extension RunSummary {
  /// The time at which the run goes on by itself.
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
  /// The flows, each name once.
  fileprivate var unique: Self {
    var names: Set<String> = []
    return filter { names.insert($0.definition.identifier).inserted }
  }
}
