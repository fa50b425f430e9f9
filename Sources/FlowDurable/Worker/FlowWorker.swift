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
  let definitions: [String: DurableDefinition]
  let state: WorkerState
  let queue: String
  let name: String?
  let atOnce: Int
  let groups: [Group]

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
  ///     version can go on with them. After it, they are parked. It counts from a run's latest record, message, or end of a wait. A
  ///     run with a value that doesn't decode is parked at once.
  ///   - retention: The time on the store's clock after which the worker removes runs that have ended from the store, with all that
  ///     belongs to them. Then their keys can be used again. Not negative. With nil, the worker removes none: they stay for ever, or as
  ///     long as the store says. A store with a setting of its own, such as `PostgresSettings.keepEnded`, removes runs besides: the
  ///     shorter of the two times counts, so give nil here to leave it to the store.
  ///   - clock: The clock of the runs, and of leases. Waits of runs are on the clock of the store.
  ///   - report: Receives what the worker notices, on any thread. Keep it short, because the worker extends no leases meanwhile, and
  ///     don't wait in it for the worker.
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
    state = WorkerState(settings)
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

  /// Flows whose runs are claimed together.
  struct Group: Sendable {
    let flows: [String]
    /// The number of their runs that the worker holds at most; nil if only the worker's own limit counts.
    let limit: Int?
  }
}
