public import FlowState

/// A worker that executes durable flows and continues the runs of a store where earlier processes stopped.
///
/// ```swift
/// let worker = FlowWorker(try FileStore(at: "orders.journal"), running: [order])
/// async let working: Void = worker.run()  // continues what a kill -9 has left, and executes new runs
/// let run = try await worker.start(order, Order(id: "4711", cents: 990), key: "4711")
/// if case .completed(let payment) = try await run.outcome() { print(payment ?? "free") }
/// ```
///
/// A program usually has one worker for each store; a store can have any number of workers, in any number of processes.
/// A worker claims runs for the time of a lease, and extends the lease while it works for them. If it dies, its leases
/// end, and any worker can claim the runs.
///
/// A run is *parked* if it can't continue: no worker's definition fits, a value doesn't decode, an undo fails three
/// times, or its workers have died five times without a record. The store has the reason, as a sentence.
/// ``DurableRun/retry()`` continues the run.
public final class FlowWorker: Sendable {
  let settings: WorkerSettings
  /// Starts and finds runs for the worker.
  let starter: FlowStarter
  let definitions: [String: DurableDefinition]
  let state: WorkerState
  let removal: EndedRunRemoval
  let queue: String
  let name: String?
  let atOnce: Int
  let groups: [Group]
  /// The index of the group that is asked for first.
  let firstGroup = Locked(0)

  /// Creates a worker. It works while ``run()`` is called.
  ///
  /// - Parameters:
  ///   - store: The store of the runs.
  ///   - flows: The flows whose runs the worker executes. It claims no other runs. Traps if two flows have the same
  ///     name.
  ///   - atOnce: The maximum number of runs that it holds at the same time; at least 1. A worker completes at most `atOnce` runs in
  ///     the time that one takes from its claim to the record of its end.
  ///   - limits: The maximum numbers of runs of single flows that it holds at the same time, by the names of the flows;
  ///     each at least 1. Only `atOnce` limits the runs of other flows.
  ///   - lease: The time for which the worker claims a run; must be more than zero. It extends the lease after each
  ///     third of it. When a process dies, another worker continues its runs after this time at the latest.
  ///   - queue: The name of the store's queue from which it claims runs.
  ///   - name: The name of the worker, for human readers.
  ///   - misfitGrace: The time for which runs that don't fit the worker's definitions are released, so that a worker of
  ///     a newer version can continue them. After it, they are parked. It counts from a run's latest record, message,
  ///     or end of a wait. A run with a value that doesn't decode is parked at once.
  ///   - retention: The time on the store's clock after which the worker removes ended runs from the store, with
  ///     everything that belongs to them, so that their keys can be used again; must not be negative. If nil, the
  ///     worker removes no runs. A store with a setting of its own, such as `PostgresSettings.keepEnded`, removes runs
  ///     independently, and the shorter time applies, so pass nil to leave it to the store.
  ///   - clock: The clock of the runs, of leases, and of time limits. Waits of runs use the clock of the store.
  ///   - report: Receives the events of the worker, on any thread. It must be short, because the worker extends no
  ///     leases in the meantime, and it must not wait for the worker.
  ///   - note: Receives each claim, and each run that begins or ends, on any thread. It must be short.
  public init(
    _ store: any FlowStore, running flows: [any AnyDurableFlow], atOnce: Int = 64, limits: [String: Int] = [:],
    lease: Duration = .seconds(30), queue: String = "default", name: String? = nil,
    misfitGrace: Duration = .seconds(600), keepingEnded retention: Duration? = .seconds(7 * 86_400),
    timed clock: any FlowClock = MonotonicClock(),
    reporting report: @escaping @Sendable (_ event: WorkerEvent) -> Void = { _ in },
    noting note: @escaping @Sendable (_ activity: WorkerActivity) -> Void = { _ in }
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
      testExecutor: flows.lazy.compactMap { $0.definition.probes?.script?.executorOfWorker() }.first, report: report,
      note: note)
    starter = FlowStarter(store, RunWatch(store, timed: clock, departures: settings.departures))
    state = WorkerState(settings)
    removal = EndedRunRemoval(settings)
    self.atOnce = atOnce
    groups = Self.groups(definitions.keys.sorted(), limits)
    self.queue = queue
    self.name = name
  }

  /// Groups flows by their limits: each flow with a limit alone, and all others together.
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

  /// The watch for the ends of the runs that the worker has started or found.
  var outcomes: RunWatch { starter.outcomes }

  /// Flows whose runs are claimed together.
  struct Group: Sendable {
    let flows: [String]
    /// The maximum number of their runs that the worker holds; nil if only the worker's own limit applies.
    let limit: Int?
  }
}
