import DurableTestSupport
import FlowChains
@testable import FlowDurable
import FlowStateTesting
import TestSupport
import Testing

/// Limits of single flows, and runs that aren't added to the store directly.
struct FlowLimitTests {
  @Test func `A worker holds no more runs of a flow than its limit, and fills the rest with others`() async throws {
    let life = DurableLife()
    let slow = try textFlow("slow") { FlowStepDeclaration.waiting(.seconds(1), identifier: "wait") }
    let fast = try textFlow("fast") { FlowStepDeclaration.waiting(.seconds(1), identifier: "wait") }
    let counting = ClaimCounter(life.store)
    let worker = FlowWorker(counting, running: [slow, fast], atOnce: 5, limits: ["slow": 2], timed: life.clock)
    for count in 1...8 {
      _ = try await worker.start(slow, "x", key: "\(count)")
      _ = try await worker.start(fast, "x", key: "\(count)")
    }
    try await worker.runUntilIdle()
    let requests = await counting.requests
    #expect(requests.first == ClaimRequest(["slow"], limit: 2, lease: .seconds(30)))
    #expect(requests.dropFirst().first?.flows == ["fast"])
    #expect(requests.filter { $0.flows == ["slow"] }.allSatisfy { $0.limit <= 2 })
    #expect(requests.filter { $0.flows == ["fast"] }.allSatisfy { $0.limit <= 5 })
    #expect(try await life.store.runs(RunQuery(states: [.waiting]), after: nil, limit: 99).count == 16)
  }

  @Test func `A flow with a limit doesn't keep the others waiting until it has no run left`() async throws {
    let (life, trace) = (DurableLife(), Trace())
    func flow(_ name: String) throws -> DurableFlow<String, String> {
      try textFlow(name) {
        text("a") { text, visit in
          trace.note(visit.key)
          return text
        }.keeping(TheText.self)
      }
    }
    let (limited, other) = (try flow("limited"), try flow("other"))
    let worker = FlowWorker(
      life.store, running: [limited, other], atOnce: 1, limits: ["limited": 1], timed: life.clock)
    for key in 1...5 { _ = try await worker.start(limited, "x", key: "\(key)") }
    _ = try await worker.start(other, "x", key: "6")
    try await worker.runUntilIdle()
    #expect(trace.lines.count == 6 && trace.lines.last == "limited/5/a#1", "\(trace.lines)")
  }

  @Test func `A worker isn't idle if a run has left while the worker asked for others`() async throws {
    let life = DurableLife()
    let go = AsyncSignal()
    let slow = try textFlow("slow") {
      text("work") { text, _ in
        try await go.wait(orSay: "The store did not let the work end")
        return text
      }.keeping(TheText.self)
    }
    let fast = try textFlow("fast") { append("a").keeping(TheText.self) }
    let store = LateClaims(life.store)
    let worker = FlowWorker(store, running: [slow, fast], atOnce: 2, limits: ["slow": 1], timed: life.clock)
    let runs = [try await worker.start(slow, "x", key: "1"), try await worker.start(slow, "y", key: "2")]
    // The first run ends when the worker has found no room for the second one, and asks for runs of the other flow.
    await store.set { count in
      guard count == 3 else { return }
      go.send()
      do {
        try await patiently("The first run did not leave the worker") { await worker.state.count == 0 }
      } catch { Issue.record(error) }
      go.send()
    }
    try await worker.runUntilIdle()
    for run in runs { #expect(try await run.summary().state == .ended(.completed)) }
  }

  @Test func `A run is added at the place that the caller passes`() async throws {
    let life = DurableLife()
    let flow = try textFlow { append("a").keeping(TheText.self) }
    let worker = life.worker(flow)
    let place = AddingPlace(life.store)
    let run = try await worker.start(flow, "x", key: "k", in: place)
    #expect(await place.added == ["k"] && run.isNew)
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: xa")
  }

  @Test func `An unavailable store has a sentence, and the error is temporary`() {
    let details = StoreError.Details("Can't claim runs in 's': no.", store: "s")
    let refused = StoreError.unavailable(details)
    #expect(refused.description == "Can't claim runs in 's': no.")
    let lost = StoreError.unavailable(details, mayHaveChanged: true)
    #expect([refused, lost].map(\.mayHaveChanged) == [false, true])
    #expect(refused.isTemporary && lost.isTemporary && !StoreError.closed.isTemporary)
    let zero = StoreError.unstorable(value: "The key", reason: "it has a zero byte")
    #expect(zero.description == "The key can't be stored: it has a zero byte." && !zero.isTemporary)
  }
}

/// A store in front of another one that calls a closure before each claim of runs of the flow `fast`.
private actor LateClaims: ForwardingStore {
  nonisolated let store: any FlowStore
  private var count = 0
  private var work: @Sendable (_ count: Int) async -> Void = { _ in }

  init(_ store: any FlowStore) {
    self.store = store
  }

  /// Sets the closure. It receives the number of its calls.
  func set(_ work: @escaping @Sendable (_ count: Int) async -> Void) {
    self.work = work
  }

  func claim(_ request: ClaimRequest) async throws(StoreError) -> [ClaimedRun] {
    if request.flows == ["fast"] {
      count += 1
      await work(count)
    }
    return try await store.claim(request)
  }
}

/// A place that adds runs to a store, and remembers their keys.
private actor AddingPlace: RunAdding {
  private let store: MemoryStore
  private(set) var added: [String?] = []

  init(_ store: MemoryStore) {
    self.store = store
  }

  func add(_ run: NewRun) async throws(StoreError) -> (run: RunNumber, isNew: Bool) {
    added.append(run.key)
    return try await store.add(run)
  }
}

/// A store that remembers the claim requests of workers.
private actor ClaimCounter: ForwardingStore {
  nonisolated let store: any FlowStore
  private(set) var requests: [ClaimRequest] = []

  init(_ store: any FlowStore) {
    self.store = store
  }

  func claim(_ request: ClaimRequest) async throws(StoreError) -> [ClaimedRun] {
    requests.append(request)
    return try await store.claim(request)
  }
}
