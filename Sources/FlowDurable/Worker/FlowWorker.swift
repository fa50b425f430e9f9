public import FlowState

/// Runs durable flows: goes on with the runs of a store, wherever their processes have left them.
///
/// ```swift
/// let worker = FlowWorker(try FileStore(at: "orders.journal"), running: [order])
/// async let working: Void = worker.run()  // goes on with what a kill -9 has left, and with what is started
/// let run = try await worker.start(order, Order(id: "4711", cents: 990), key: "4711")
/// if case .completed(let payment) = try await run.outcome() { print(payment ?? "free") }
/// ```
///
/// A program has one worker for each store as a rule; a store can have any number of workers, in any number of processes. A worker
/// claims runs for the time of a lease, and extends the lease while it works for them. If it dies, the leases end, and any worker
/// claims the runs.
///
/// A run is *parked* if it can't go on: no worker's definition fits, a value doesn't decode, an undo fails three times, or its
/// workers have died five times without a record. The store has the reason, as a sentence. ``DurableRun/retry()`` goes on with it.
public final class FlowWorker: Sendable {
  let settings: WorkerSettings
  /// What waits for the ends of the runs that the worker has started or found.
  let outcomes: OutcomeWatch
  private let definitions: [String: DurableDefinition]
  private let desk: WorkerDesk
  private let queue: String
  private let name: String?
  private let atOnce: Int
  private let groups: [Group]

  /// Creates a worker. It works while ``run()`` is called.
  ///
  /// - Parameters:
  ///   - store: The store of the runs.
  ///   - flows: The flows whose runs the worker goes on with. It claims no others. Traps if two have the same name.
  ///   - atOnce: The number of runs that it holds at the same time at most; at least 1.
  ///   - limits: The numbers of runs of single flows that it holds at the same time at most, by the names of the flows; each at least
  ///     1. The runs of other flows are limited by `atOnce` only.
  ///   - lease: The time for which the worker claims a run. It extends the lease each third of it. Another worker goes on with the runs
  ///     of a dead process after at most this time. More than zero.
  ///   - queue: The name of the store's queue from which it claims runs.
  ///   - name: The name of the worker, for people.
  ///   - misfitGrace: The time for which runs that don't fit the worker's definitions are given back, so that a worker of a newer
  ///     version can go on with them. After it, they are parked.
  ///   - retention: The time on the store's clock after which the worker removes runs that have ended from the store, with all that
  ///     belongs to them. Then their keys can be used again. Not negative. With nil, the worker removes none: they stay for ever, or as
  ///     long as the store says. A store with a setting of its own, such as `PostgresSettings.keepEnded`, removes runs besides: the
  ///     shorter of the two times counts, so give nil here to leave it to the store.
  ///   - clock: The clock of the runs, and of leases. Waits of runs are on the clock of the store.
  ///   - report: Receives what the worker notices, on any thread.
  public init(
    _ store: any FlowStore, running flows: [any AnyDurableFlow], atOnce: Int = 64, limits: [String: Int] = [:],
    lease: Duration = .seconds(30), queue: String = "default", name: String? = nil,
    misfitGrace: Duration = .seconds(600), keepingEnded retention: Duration? = .seconds(7 * 86_400),
    timed clock: any FlowClock = MonotonicClock(),
    reporting report: @escaping @Sendable (_ event: WorkerEvent) -> Void = { _ in }
  ) {
    requireUse(atOnce > 0, "A FlowWorker holds \(atOnce) runs at once; the number must be at least 1.")
    requireUse(lease > .zero, "A FlowWorker claims runs for \(lease); a lease must be more than zero.")
    if let retention {
      requireUse(retention >= .zero, "A FlowWorker keeps ended runs for \(retention); the time must not be negative.")
    }
    definitions = Dictionary(flows.map { ($0.definition.identifier, $0.definition) }) { first, _ in
      trap(
        "A FlowWorker runs two flows with the name '\(first.identifier)'. A store finds a flow by its name.")
    }
    settings = WorkerSettings(
      store: store, clock: clock, lease: lease, misfitGrace: misfitGrace, retention: retention,
      executor: flows.lazy.compactMap { $0.definition.probes?.script?.executorOfWorker() }.first, report: report)
    outcomes = OutcomeWatch(store)
    desk = WorkerDesk(settings)
    self.atOnce = atOnce
    groups = Self.groups(definitions.keys.sorted(), limits)
    self.queue = queue
    self.name = name
  }

  /// Groups flows by their limits: each flow with a limit alone, and then all others.
  private static func groups(_ flows: [String], _ limits: [String: Int]) -> [Group] {
    var groups: [Group] = []
    for (flow, limit) in limits.sorted(by: { $0.key < $1.key }) {
      requireUse(flows.contains(flow), "A FlowWorker limits flow '\(flow)', which it doesn't run.")
      requireUse(limit > 0, "A FlowWorker holds \(limit) runs of flow '\(flow)'; the number must be at least 1.")
      groups.append(Group(flows: [flow], limit: limit))
    }
    let others = flows.filter { limits[$0] == nil }
    return others.isEmpty ? groups : groups + [Group(flows: others, limit: nil)]
  }

  /// The store of the runs.
  public var store: any FlowStore { settings.store }

  /// Whether the worker stops, or has stopped: because ``stop(grace:)`` was called, or because the store has failed for good.
  public var isStopping: Bool {
    get async { await desk.isStopping }
  }

  // MARK: Working

  /// Works until the task is cancelled or ``stop(grace:)`` is called.
  ///
  /// Cancelling the task gives the steps under way ten seconds to end. Runs that haven't come to a record then are given back; their
  /// steps start again elsewhere. Nothing is recorded about it, because shutting down isn't cancelling.
  ///
  /// - Throws: A ``StoreError`` if the store has failed for good. The runs that the worker held are left without a record.
  public func run() async throws(StoreError) {
    let hints = await desk.hints()
    let forwarding = Task { [desk, store] in
      for await _ in store.wakes {
        await desk.hint()
        await desk.lookSoon()
      }
    }
    let polling = Task { [desk] in
      while !Task.isCancelled {
        // With jitter, so that many workers don't ask at the same time.
        try? await Task.sleep(for: .milliseconds(Int.random(in: 1_000...1_200)))
        await desk.hint()
        await desk.lookForMessages()
      }
    }
    defer {
      forwarding.cancel()
      polling.cancel()
    }
    for await _ in hints {
      if await desk.isStopping { break }
      _ = try await claim()
    }
    // The caller of `stop` has set the time that its steps may take.
    if await desk.isStopping { await desk.waitForAllToLeave() } else { await stop() }
    if let failure = await desk.failure { throw failure }
  }

  /// Works until no run is due and none is held: until all runs rest, have ended, or are parked.
  ///
  /// Tests use it instead of ``run()``: it returns when nothing more happens before time passes or a message is sent.
  ///
  /// ```swift
  /// try await worker.runUntilIdle()
  /// clock.advance(by: .seconds(14 * 86_400))
  /// try await worker.runUntilIdle()
  /// ```
  ///
  /// - Throws: A ``StoreError`` if the store has failed for good.
  public func runUntilIdle() async throws(StoreError) {
    while await !desk.isStopping {
      let claimed = try await claim()
      if let failure = await desk.failure { throw failure }
      if claimed == 0, await !desk.waitForOneToLeave() { return }
    }
    if let failure = await desk.failure { throw failure }
  }

  /// Stops working: claims no more runs, lets the steps under way end, and gives the runs back.
  ///
  /// Call it when the process is about to end, for instance on SIGTERM. It returns when the worker holds no run, or two seconds after
  /// the grace, even if the store fails or doesn't answer. Runs that couldn't be given back are claimed again when their leases end. A
  /// worker that was stopped doesn't work again; make another one.
  ///
  /// - Parameter grace: The time on the worker's clock after which steps that haven't ended are cancelled and given up. Work that ignores its
  ///   cancellation isn't waited for more than another second, and a store that doesn't answer not more than a second after that.
  public func stop(grace: Duration = .seconds(10)) async {
    await desk.stop()
    guard await desk.count > 0 else { return }
    var alarm: FlowAlarm?
    if grace > .zero {
      alarm = settings.clock.schedule(after: grace) { [desk, executor = settings.executor] in
        Task(executorPreference: executor) { await desk.giveUp() }
      }
    } else {
      await desk.giveUp()
    }
    await desk.waitForAllToLeave()
    alarm?.cancel()
  }

  /// Claims what fits on the desk. Returns the number of runs.
  private func claim() async throws(StoreError) -> Int {
    var count = 0
    await desk.forgetEnded()
    while await !desk.isStopping {
      var found = 0
      for group in groups {
        let free = await desk.free(of: atOnce, for: group)
        guard free > 0, await !desk.isStopping else { continue }
        guard let claimed = try await claim(group.flows, free) else { return count }
        found += claimed
      }
      if found == 0 { break }
      count += found
    }
    return count
  }

  /// Claims runs of flows. Returns their number; nil if the store has failed, and the worker tries again later.
  private func claim(_ flows: [String], _ limit: Int) async throws(StoreError) -> Int? {
    let request = ClaimRequest(flows, queue: queue, limit: limit, lease: settings.lease, worker: name)
    let claimed: [ClaimedRun]
    do throws(StoreError) {
      claimed = try await store.claim(request)
    } catch {
      guard error.isTemporary else {
        await desk.fail(error)
        await desk.waitForAllToLeave()
        throw error
      }
      settings.report(.storeFailed(error))
      return nil
    }
    for run in claimed {
      if let definition = definitions[run.flow] { await desk.take(run, definition) }
    }
    return claimed.count
  }

  /// Flows whose runs are claimed together.
  struct Group: Sendable {
    let flows: [String]
    /// The number of their runs that the worker holds at most; nil if only the worker's own limit counts.
    let limit: Int?
  }
}
