import Dispatch
import DurableTestSupport
import FlowChains
@testable import FlowDurable
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// The queue on which the task of a held run executes.
struct RunExecutorTests {
  private let life = DurableLife()

  @Test func `Records of steps are appended on the queue of their run, and the next step starts there`() async throws {
    let places = LockedList<String>()
    let flow = try textFlow {
      append("a")
      append("b")
      text("c") { text, _ in text + "c" }.keeping(TheText.self)
    }
    let worker = life.worker(
      flow,
      on: WatchedStore(life.store) { records in
        places.append("\(records) \(DispatchFlowQueue.currentIdentity != nil)")
      })
    _ = try await worker.start(flow, "x")
    try await worker.runUntilIdle()
    #expect(places.all.count == 3)
    // The first step may settle before the task waits for it. The task then continues where it is.
    #expect(places.all.dropFirst() == ["b true", "c true"])
  }

  @Test func `The lease of a run is extended while a closure blocks its queue`() async throws {
    let (began, extended) = (AsyncSignal(), DispatchSemaphore(value: 0))
    let wasExtended = Box(false)
    let flow = try textFlow {
      append("a")
      FlowStepDeclaration(Any.self, String.self, identifier: "b") { _ in
        FlowStep(Any.self, String.self, identifier: "b") { _ in
          let handler = FlowStepHandler(Any.self, String.self)
          began.send()
          wasExtended.value = extended.wait(orSay: "The lease was not extended")
          handler.complete("b")
          return handler
        }
      }.keeping(TheText.self)
    }
    let store = WatchedStore(life.store) { records in
      if records == "no record" { extended.signal() }
    }
    let worker = life.worker(flow, on: store)
    let run = try await worker.start(flow, "x")
    let working = Task { try await worker.runUntilIdle() }
    try await began.wait(orSay: "The work did not begin")
    life.clock.advance(by: life.lease / 3)
    try await working.value(orSay: "The worker did not end")
    #expect(wasExtended.value)
    #expect(try await run.outcome().words == "completed: b")
  }
}

/// A store in front of another one that calls a closure with each append, before it forwards the append.
private final class WatchedStore: ForwardingStore {
  let store: any FlowStore
  private let tell: @Sendable (String) -> Void

  init(_ store: any FlowStore, tell: @escaping @Sendable (String) -> Void) {
    self.store = store
    self.tell = tell
  }

  func append(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition
  ) async throws(StoreError) -> RunInbox {
    if case .settled(let settled) = records.first?.body { tell(settled.step) }
    if records.isEmpty { tell("no record") }
    let inbox = try await store.append(records, to: run, then: disposition)
    // The task is resumed on the queue of the run at the latest now, so the next step starts after the task waits for it. A yield
    // wouldn't do: the pool can end it before the task has left its thread.
    await MainActor.run {}
    return inbox
  }
}
