import FlowDurableTesting
import FlowState
import FlowStateTesting
import TestSupport
import Testing

@testable import FlowDurable

/// The streams of hints that a store gives out.
struct WakeStreamsTests {
  @Test func `A stream that has ended isn't kept`() {
    let streams = WakeStreams()
    for _ in 0..<50 { _ = streams.makeStream() }
    var kept = (0..<50).map { _ in streams.makeStream() }
    withExtendedLifetime(kept) { #expect(streams.count == 50) }
    kept = []
    #expect(kept.isEmpty && streams.count == 0)
  }

  @Test func `The streams of a store are kept while they are read`() async throws {
    let clock = ManualClock()
    let memory = MemoryStore(timed: clock)
    let file = try FileStore(at: "j", on: SimulatedDisk(), timed: clock)
    let stores: [(any FlowStore, count: () -> Int)] = [(memory, { memory.wakesCount }), (file, { file.wakesCount })]
    for (store, count) in stores {
      let task = Task { [wakes = store.wakes] in for await _ in wakes {} }
      #expect(count() == 1)
      task.cancel()
      try await task.value(orSay: "The stream of a cancelled task did not end")
      #expect(count() == 0)
    }
  }

  @Test func `A stream begins with a hint, and keeps one until it is read`() async {
    let streams = WakeStreams()
    var iterator = streams.makeStream().makeAsyncIterator()
    streams.wake()
    #expect(await iterator.next() != nil)
    streams.wake()
    streams.wake()
    #expect(await iterator.next() != nil)
    streams.finish()
    #expect(await iterator.next() == nil)
    #expect(streams.count == 0)
  }

  @Test func `A stream that is made after the end has a hint, and ends`() async {
    let streams = WakeStreams()
    streams.finish()
    var hints = 0
    for await _ in streams.makeStream() { hints += 1 }
    #expect(hints == 1)
    #expect(streams.count == 0)
  }
}
