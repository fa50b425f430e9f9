import FlowState
import FlowStateTesting
import Testing

@testable import FlowDurable

/// The streams of hints that a store gives out.
struct WakeStreamsTests {
  @Test func `a stream that has ended isn't kept, also if it ended before the store knew of it`() async throws {
    let clock = ManualClock()
    let stores: [any WakingStore & FlowStore] = [
      MemoryStore(timed: clock), try FileStore(at: "j", on: SimulatedDisk(), timed: clock),
    ]
    for store in stores { try await Self.check(store) }
  }

  private static func check(_ store: some WakingStore & FlowStore) async throws {
    for _ in 0..<50 { _ = store.wakes }
    var kept: [AsyncStream<Void>] = []
    for _ in 0..<50 { kept.append(store.wakes) }
    while await store.streams.made < 100 { await Task.yield() }
    for _ in 0..<10_000 where await store.streams.count > 50 { await Task.yield() }
    #expect(await store.streams.count == 50)
    kept = []
    for _ in 0..<10_000 where await store.streams.count > 0 { await Task.yield() }
    #expect(await store.streams.count == 0)
  }
}
