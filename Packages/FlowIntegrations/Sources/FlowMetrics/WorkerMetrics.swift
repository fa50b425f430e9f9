public import CoreMetrics
public import FlowDurable
import Synchronization

/// Counts the events of a worker, and measures the runs of its store.
///
/// | metric | dimensions | measured quantity |
/// | --- | --- | --- |
/// | `flow_worker_parked_total` | | runs that the worker has parked |
/// | `flow_worker_given_back_total` | | runs that didn't fit the worker's definitions |
/// | `flow_worker_leases_lost_total` | | runs that another worker has taken over |
/// | `flow_worker_store_failures_total` | | failed calls of the store that the worker repeated |
/// | `flow_worker_snapshots_refused_total` | | snapshots that were too large |
/// | `flow_worker_left_total` | | runs that a stopping worker couldn't release, because the store failed |
/// | `flow_worker_overdue_total` | | runs whose work ignored its cancellation when the worker stopped |
/// | `flow_store_runs` | `flow`, `state` | runs by state: `ready`, `held`, `waiting`, `parked` and `ended` |
/// | `flow_store_due_age_seconds` | `flow` | the time for which the oldest due run has waited for a worker |
///
/// ```swift
/// let metrics = WorkerMetrics()
/// let worker = FlowWorker(store, running: [order], reporting: metrics.receive)
/// async let measuring: Void = metrics.measure(store, each: .seconds(15))
/// ```
///
/// A run is also due if its wait is over, or if its worker's lease has ended. Therefore, the age grows when all workers
/// have died, whatever the runs wait for. The depth of the queue is `flow_store_runs` in the state `ready`. A
/// ``MetricsObserver`` of the flows counts steps, their durations, and retries. You can use this type from any thread.
///
/// It uses `Counter` and `Gauge` of the swift-metrics package.
public struct WorkerMetrics: Sendable {
  /// The measured flows, so that a flow whose last run was removed is measured as 0 instead of keeping its last values.
  private final class Flows: Sendable {
    private let names = Mutex<Set<String>>([])

    /// Adds flows, and returns all flows.
    func add(_ flows: some Sequence<String>) -> Set<String> {
      names.withLock { names in
        names.formUnion(flows)
        return names
      }
    }
  }

  private let flows = Flows()
  private let prefix: String
  private let factory: any MetricsFactory

  /// Creates metrics.
  ///
  /// - Parameters:
  ///   - prefix: The beginning of each metric's name.
  ///   - factory: The system that receives the metrics. The default is the one from `MetricsSystem.bootstrap(_:)`.
  public init(prefix: String = "flow", factory: any MetricsFactory = MetricsSystem.factory) {
    self.prefix = prefix
    self.factory = factory
  }

  /// Counts an event of a worker.
  ///
  /// - Parameter event: The event.
  public func receive(_ event: WorkerEvent) {
    let name =
      switch event {
      case .storeFailed: "store_failures"
      case .leaseLost: "leases_lost"
      case .released: "given_back"
      case .parked: "parked"
      case .snapshotRefused: "snapshots_refused"
      case .left: "left"
      case .worksOn: "overdue"
      }
    Counter(label: "\(prefix)_worker_\(name)_total", factory: factory).increment()
  }

  /// Measures the runs of a store once.
  ///
  /// A state without runs is measured as 0, if the flow has runs in other states, or had runs at an earlier
  /// measurement.
  ///
  /// - Parameter store: The store.
  /// - Throws: An error of the store.
  public func measure(_ store: any FlowStore) async throws(StoreError) {
    let now = try await store.now()
    var runs: [String: [RunState.Kind: Int]] = [:]
    var due: [String: StoreTime] = [:]
    for count in try await store.counts(RunQuery()) {
      runs[count.flow, default: [:]][count.state, default: 0] += count.runs
      if let time = count.due { due[count.flow] = min(due[count.flow] ?? time, time) }
    }
    for flow in flows.add(runs.keys) {
      let states = runs[flow] ?? [:]
      for state in RunState.Kind.allCases {
        Gauge(
          label: "\(prefix)_store_runs", dimensions: [("flow", flow), ("state", state.rawValue)], aggregate: false,
          factory: factory
        ).record(states[state] ?? 0)
      }
      // A run that is due later isn't waiting for a worker.
      let age = due[flow].map { max(0, now.milliseconds - $0.milliseconds) } ?? 0
      Gauge(
        label: "\(prefix)_store_due_age_seconds", dimensions: [("flow", flow)], aggregate: false, factory: factory
      ).record(Double(age) / 1_000)
    }
  }

  /// Measures the runs of a store at intervals until the task is cancelled. If the store fails, skips the measurement.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - pause: The time between two measurements.
  public func measure(_ store: any FlowStore, each pause: Duration) async {
    while !Task.isCancelled {
      try? await measure(store)
      try? await Task.sleep(for: pause)
    }
  }
}
