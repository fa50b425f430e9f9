import FlowDurable
import FlowState
import FlowStateTesting
import Testing

@Suite("W10: A run that ends while its page is shown")
struct EndingTests {
  @Test("A page whose run ends before its time restarts is shown as it was read")
  func touched() async throws {
    let clock = ManualClock()
    let store = EndingStore(MemoryStore(timed: clock))
    try await Site.run(on: store, serving: try signUpFlow(within: .seconds(1_200))) { site in
      let visitor = site.visitor()
      try await visitor.start()
      clock.advance(by: .seconds(660))
      #expect(try await visitor.get(visitor.path("person")).title == "Who are you?")
    }
  }
}

/// A store whose runs have ended when they are touched.
private final class EndingStore: ForwardingStore {
  let store: any FlowStore

  init(_ store: any FlowStore) {
    self.store = store
  }

  func send(_ message: FlowMessage, to run: RunNumber) async throws(StoreError) -> MessageDelivery {
    if case .touch = message.content { throw .runEnded(run) }
    return try await store.send(message, to: run)
  }
}
