import DurableTestSupport
import FlowChains
@testable import FlowDurable
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Messages for runs whose steps are at work.
struct HeldMessageTests {
  @Test func `A worker looks for the messages of all its runs with one call of the store`() async throws {
    let life = DurableLife()
    let store = QueryStore(life.store)
    let (began, end) = (LockedList<String>(), AsyncSignal())
    let flow = try textFlow {
      text("a") { text, visit in
        began.append(visit.key)
        try await end.wait(orSay: "The test did not end the step")
        return text
      }.keeping(TheText.self)
    }
    let worker = life.worker(flow, on: store)
    for key in 0..<40 { _ = try await worker.start(flow, "x", key: "\(key)") }
    let working = Task { try await worker.run() }
    try await patiently("The steps did not begin") { began.all.count == 40 }
    let before = store.queries.count
    await worker.state.lookForMessages()
    let queries = store.queries.dropFirst(before).filter { $0.numbers?.count == 40 }
    // The worker itself may have looked at the same time.
    #expect((1...2).contains(queries.count))
    #expect(store.queries.count - before <= 2)
    for _ in 0..<40 { end.send() }
    await worker.stop()
    try await working.value(orSay: "The worker did not end")
  }
}

/// A store in front of another one that keeps the queries.
private final class QueryStore: ForwardingStore {
  let store: any FlowStore
  private let asked = Locked<[RunQuery]>([])

  init(_ store: any FlowStore) {
    self.store = store
  }

  var queries: [RunQuery] { asked.withLock { $0 } }

  func runs(_ query: RunQuery, after number: RunNumber?, limit: Int) async throws(StoreError) -> [RunSummary] {
    asked.withLock { $0.append(query) }
    return try await store.runs(query, after: number, limit: limit)
  }
}
