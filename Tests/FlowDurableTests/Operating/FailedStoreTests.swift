import DurableTestSupport
import FlowChains
@testable import FlowDurable
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// A worker whose store has failed leaves its runs to others.
struct FailedStoreTests {
  private let lease = Duration.seconds(30)
  private let clock = ManualClock()

  private func worker(on store: any FlowStore, _ flows: any AnyDurableFlow...) -> FlowWorker {
    FlowWorker(store, running: flows, lease: lease, timed: clock)
  }

  @Test(arguments: StoreKind.allCases)
  func `A run that a failed worker has left is claimed again, although something keeps its claim`(
    kind: StoreKind
  ) async throws {
    let folder = try TemporaryFolder()
    let store = try kind.makeStore(in: folder, timed: clock)
    let keeping = KeepingStore(CrashingStore(store, dyingAfter: 0))
    let flow = try textFlow { append("a").keeping(TheText.self) }
    let first = worker(on: keeping, flow)
    let run = try await first.start(flow, "x")
    await #expect(throws: StoreError.closed) { try await first.runUntilIdle() }
    #expect(keeping.count == 1)
    #expect(try await run.summary().state.kind == .held)
    clock.advance(by: lease)
    try await worker(on: store, flow).runUntilIdle()
    try #require(try await run.summary().state.kind == .ended)
    #expect(try await run.outcome().words == "completed: xa")
  }

  @Test func `A claim of a flow that the worker doesn't know is left at once`() async throws {
    let store = MemoryStore(timed: clock)
    let flow = try textFlow { append("a").keeping(TheText.self) }
    _ = try await store.add(NewRun(flow: "other"))
    let keeping = KeepingStore(store, claiming: ["other"])
    try await worker(on: keeping, flow).runUntilIdle()
    #expect(keeping.count == 1)
    clock.advance(by: lease)
    #expect(try await store.claim(ClaimRequest(["other"], limit: 1, lease: lease)).count == 1)
  }

  @Test func `A worker whose store has failed waits until it has left its runs`() async throws {
    let store = MemoryStore(timed: clock)
    let works = Works()
    let flow = try textFlow("slow") { text("work") { _, visit in await works.work(visit) }.keeping(TheText.self) }
    let quick = try textFlow("quick") { append("a").keeping(TheText.self) }
    let worker = worker(on: CrashingStore(store, dyingAfter: 0), flow, quick)
    _ = try await worker.start(flow, "x")
    _ = try await worker.start(quick, "x")
    let hasReturned = Locked(false)
    let working = Task {
      defer { hasReturned.withLock { $0 = true } }
      await #expect(throws: StoreError.closed) { try await worker.runUntilIdle() }
      #expect(await worker.state.count == 0)
    }
    try await patiently("The work was not cancelled") { works.isCancelled }
    try await patiently("The quick run did not leave") { await worker.state.count == 1 }
    // A worker that doesn't wait returns in a few turns.
    for _ in 0..<1_000 { await Task.yield() }
    #expect(!hasReturned.withLock { $0 })
    works.open()
    try await working.value(orSay: "The worker did not return")
  }
}

/// A store in front of another one that keeps all claims, as one that logs them does.
private final class KeepingStore: ForwardingStore {
  let store: any FlowStore
  private let flows: [String]?
  private let claims = Locked<[ClaimedRun]>([])

  /// Creates a store.
  ///
  /// - Parameters:
  ///   - store: The other store.
  ///   - flows: The flows whose runs it claims, whatever it is asked for; nil for those that it is asked for.
  init(_ store: any FlowStore, claiming flows: [String]? = nil) {
    (self.store, self.flows) = (store, flows)
  }

  var count: Int { claims.withLock { $0.count } }

  func claim(_ request: ClaimRequest) async throws(StoreError) -> [ClaimedRun] {
    var request = request
    if let flows { request.flows = flows }
    let claimed = try await store.claim(request)
    claims.withLock { $0 += claimed }
    return claimed
  }
}
