import FlowChains
import FlowDurable
import FlowJSON
import FlowStateTesting
import Synchronization
import Testing

/// Runs that remember thousands of visits.
struct ManyVisitsTests {
  private func counting(to last: Int, remembering visits: Int) throws -> DurableFlow<Int, Int> {
    let chain = FlowChain("count") {
      FlowStepDeclaration(Int.self, Int.self, identifier: "a") { (number: Int?) in (number ?? 0) + 1 }
        .branching(["more": .step("a"), "end": .end]) { ($0 ?? 0) < last ? "more" : "end" }
    }
    return try DurableFlow(chain) { _ in last }.remembering(visits: visits)
  }

  @Test func `The snapshots of a run with many visits take about as much room as its other records`() async throws {
    let life = DurableLife()
    let store = SnapshotCountingStore(life.store)
    let flow = try counting(to: 4_000, remembering: 4_000)
    let worker = life.worker(flow, on: store)
    let run = try await worker.start(flow, 0)
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: 4000")
    // Each snapshot has a quarter more visits than the one before it.
    #expect((4_000...20_000).contains(store.visits.load(ordering: .relaxed)))
  }

  @Test func `The records of a run that remembers as many as usual stay few`() async throws {
    let life = DurableLife()
    let flow = try counting(to: 1_000, remembering: 100)
    let worker = life.worker(flow)
    let run = try await worker.start(flow, 0)
    try await worker.runUntilIdle()
    #expect(try await life.records(of: run.number).count <= 101)
  }
}

/// Counts the visits in all snapshots.
private final class SnapshotCountingStore: ForwardingStore {
  let visits = Atomic<Int>(0)
  let store: any FlowStore

  init(_ store: any FlowStore) {
    self.store = store
  }

  func append(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition
  ) async throws(StoreError) -> RunInbox {
    for record in records {
      guard case .snapshot(let snapshot) = record.body, case .object(let state) = snapshot.state,
        case .array(let kept)? = state["visits"]
      else { continue }
      visits.add(kept.count, ordering: .relaxed)
    }
    return try await store.append(records, to: run, then: disposition)
  }
}
