import DurableTestSupport
import FlowChains
import FlowDurable
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// A store that outlives the processes that work on it, and its clock.
struct DurableLife {
  let clock = ManualClock()
  let store: MemoryStore
  let lease = Duration.seconds(30)

  init() {
    store = MemoryStore(timed: clock)
  }

  /// Makes the worker of a new process.
  ///
  /// One that works while its test advances the clock must hold at most one run: with room for more, it claims again
  /// at any moment, and could take over its own run.
  func worker(
    _ flows: any AnyDurableFlow..., on store: (any FlowStore)? = nil, atOnce: Int = 64, misfitGrace: Duration = .zero,
    timed: ManualClock? = nil,
    reporting: @escaping @Sendable (WorkerEvent) -> Void = { _ in }
  ) -> FlowWorker {
    FlowWorker(
      ForeignStore(store ?? self.store), running: flows, atOnce: atOnce, lease: lease, misfitGrace: misfitGrace,
      keepingEnded: .seconds(Int64.max), timed: timed ?? clock, reporting: reporting)
  }

  /// Advances the clock, and lets a worker work until it is idle.
  func advance(_ worker: FlowWorker, by duration: Duration) async throws {
    clock.advance(by: duration)
    try await worker.runUntilIdle()
  }

  /// Advances the clock until the worker of a run at work sends a heartbeat, which brings it the messages of the run.
  func beat(_ run: DurableRun<String, String>) async throws {
    let lease = try await run.summary().state
    clock.advance(by: self.lease / 3)
    try await patiently("No heartbeat came") { try await run.summary().state != lease }
    for _ in 0..<1_000 { await Task.yield() }
  }

  func records(of run: RunNumber) async throws -> [FlowRecord] {
    try await store.records(of: run, after: 0, limit: .max)
  }

  /// Returns the records of a run as texts.
  func course(of run: RunNumber) async throws -> [String] {
    try await records(of: run).map { record in
      switch record.body {
      case .began: "began"
      case .started(let started): "started \(started.step)#\(started.visit)"
      case .settled(let settled):
        "\(settled.step)#\(settled.visit)"
          + (settled.failure.map { " failed: \($0.text)" } ?? "") + " -> \(settled.destination ?? "end")"
      case .waiting(let waiting): "waits at \(waiting.step)"
      case .message(let received): "\(received.message.content)"
      case .back(let back): "back to \(back.step)"
      case .undone(let undone): "undone \(undone.step)#\(undone.visit)" + (undone.failure == nil ? "" : " failed")
      case .moved(let moved): "moved from \(moved.old) to \(moved.step)"
      case .parked(let parked): "parked: \(parked.reason)"
      case .ended(let ended): "\(ended.ending)" + (ended.failure.map { ": \($0.text)" } ?? "")
      case .snapshot: "snapshot"
      case .unknown: "unknown"
      }
    }
  }
}

/// Returns a flow that awaits ``Shipped`` after its first step.
func waitingFlow(_ name: String = "text") throws -> DurableFlow<String, String> {
  try textFlow(name) {
    append("a").keeping(TheText.self)
    FlowStepDeclaration.awaiting(Shipped.self, identifier: "wait")
  }
}

/// Returns the sentence with which a call is refused.
func refusal(_ body: () async throws -> Any) async -> String {
  do { _ = try await body() } catch { return "\(error)" }
  return "It succeeded."
}

extension FlowOutcome {
  /// The outcome as text.
  var words: String {
    switch self {
    case .completed(let result): "completed: \(result.map { "\($0)" } ?? "nothing")"
    case .failed(let error): "failed: \(error)"
    case .cancelled: "cancelled"
    }
  }
}

/// A lease that outlasts all tests. Other tests may keep all threads for longer than a worker's own lease, and a run whose lease has
/// ended starts its step again.
let aDay = Duration.seconds(86_400)
