import DurableTestSupport
import FlowChains
import FlowDurable
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// D13: In one process, a visit is never at work twice.
struct OneCopyTests {
  private let lease = Duration.seconds(30)

  /// The flows of these tests: one whose step waits for the test, one whose step does and works at most once, and a quick one.
  private func flows(_ works: Works) throws -> [DurableFlow<String, String>] {
    [
      try textFlow("slow") { text("work") { _, visit in await works.work(visit) }.keeping(TheText.self) },
      try textFlow("once") { text("work") { _, visit in await works.work(visit) }.keeping(TheText.self).atMostOnce() },
      try textFlow("quick") { append("a").keeping(TheText.self) },
    ]
  }

  @Test(arguments: StoreKind.allCases)
  func `D13: A worker that was suspended for longer than a lease repeats no step`(kind: StoreKind) async throws {
    let bench = try Bench(kind)
    // The worker claims after the suspension.
    try await expectNoRepetition(in: bench) { bench.clock.advance(by: lease * 3) }
  }

  @Test func `D13: A suspension in the middle of a claim repeats no step`() async throws {
    let bench = try Bench(.memory)
    try await expectNoRepetition(in: bench) {
      // The leases end between the worker's check and the store's.
      bench.store.beforeNextClaim { [lease] _ in bench.clock.advance(by: lease * 3) }
    }
  }

  @Test func `D13: A worker that was suspended extends its leases before it claims`() async throws {
    let bench = try Bench(.memory)
    let works = Works()
    let flows = try flows(works)
    let clock = SilentClock()
    let worker = FlowWorker(bench.store, running: flows, limits: ["quick": 9], lease: lease, timed: clock)
    let slow = try await worker.start(flows[0], "x", key: "1")
    let working = Task { try await worker.run() }
    try await patiently("The step did not begin") { works.begun.count == 1 }
    for round in 1...3 {
      // The worker claims runs of this flow first, so the time passes before it checks its leases for the other flows.
      bench.store.beforeNextClaim(of: "quick") { [lease] _ in
        clock.advance(by: lease * 3)
        bench.clock.advance(by: lease * 3)
      }
      let quick = try await worker.start(flows[2], "x", key: "\(round)")
      try await patiently("The worker did not claim") { try await quick.summary().state.kind == .ended }
    }
    // The claims of the last round are over when the worker has claimed a run of the second group.
    _ = try await worker.start(flows[1], "x", key: "last")
    try await patiently("The worker did not claim again") { works.begun.count == 2 }
    #expect(try await slow.summary().attempts == 1)
    works.open()
    #expect(try await slow.outcome().words == "completed: attempt 1")
    await worker.stop()
    try await working.value(orSay: "The worker did not end")
  }

  /// Expects that two steps at work are not repeated, although the process is suspended before or while each of three other runs is
  /// claimed.
  private func expectNoRepetition(in bench: Bench, suspending suspend: () -> Void) async throws {
    let works = Works()
    let flows = try flows(works)
    let worker = FlowWorker(bench.store, running: flows, lease: lease, timed: bench.clock) {
      bench.events.append("\($0)")
    }
    let slow = try await worker.start(flows[0], "x", key: "1")
    let once = try await worker.start(flows[1], "x", key: "1")
    let working = Task { try await worker.run() }
    try await patiently("The steps did not begin") { works.begun.count == 2 }
    for round in 1...3 {
      suspend()
      let quick = try await worker.start(flows[2], "x", key: "\(round)")
      try await patiently("The worker did not claim") { try await quick.summary().state.kind == .ended }
    }
    works.open()
    #expect(try await slow.outcome().words == "completed: attempt 1")
    #expect(try await once.outcome().words == "completed: attempt 1")
    #expect(works.begun.sorted() == ["once/1/work#1", "slow/1/work#1"])
    #expect(bench.events.all == [])
    await worker.stop()
    try await working.value(orSay: "The worker did not end")
  }

  @Test(arguments: StoreKind.allCases)
  func `D13: Two workers of a process never take over a run of its own store from each other`(
    kind: StoreKind
  ) async throws {
    let bench = try Bench(kind, isForeign: false)
    let works = Works()
    let flows = try flows(works)
    // Time stands still for this worker, so it extends no lease.
    let worker = FlowWorker(bench.store, running: flows, lease: lease, timed: ManualClock())
    let slow = try await worker.start(flows[0], "x", key: "1")
    let working = Task { try await worker.run() }
    try await patiently("The step did not begin") { works.begun.count == 1 }
    bench.clock.advance(by: lease * 3)
    #expect(try await bench.store.claim(ClaimRequest(["slow"], limit: 1, lease: lease)) == [])
    try await FlowWorker(bench.store, running: flows, lease: lease, timed: bench.clock).runUntilIdle()
    #expect(works.begun == ["slow/1/work#1"])
    works.open()
    #expect(try await slow.outcome().words == "completed: attempt 1")
    await worker.stop()
    try await working.value(orSay: "The worker did not end")
  }

  @Test(arguments: StoreKind.allCases)
  func `D13: A run is due when its worker is gone, as its lease has ended`(kind: StoreKind) async throws {
    let bench = try Bench(kind, isForeign: false)
    let request = ClaimRequest(["quick"], limit: 1, lease: lease)
    _ = try await bench.store.add(NewRun(flow: "quick"))
    #expect(try await bench.store.claim(request).count == 1)
    #expect(try await bench.store.claim(request).isEmpty)
    bench.clock.advance(by: lease)
    #expect(try await bench.store.claim(request).first?.attempt == 2)
  }

  @Test func `D13: A run that comes back to its worker waits for the end of the earlier work`() async throws {
    let bench = try Bench(.memory)
    let works = Works()
    let flows = try flows(works)
    let worker = FlowWorker(bench.store, running: flows, lease: lease, timed: bench.clock) {
      bench.events.append("\($0)")
    }
    let slow = try await worker.start(flows[0], "x", key: "1")
    let working = Task { try await worker.run() }
    try await patiently("The step did not begin") { works.begun.count == 1 }
    // Another process takes the run over, records something, and releases the run.
    bench.store.beforeNextClaim { [lease] store in
      let request = ClaimRequest(["slow"], limit: 1, lease: lease)
      let started = FlowRecord(.started(.init(step: "work", visit: 1, attempt: 2)))
      // A heartbeat between the two calls keeps the run once more.
      for _ in 0..<100 {
        bench.clock.advance(by: lease * 3)
        guard let claimed = try? await store.claim(request).first else { continue }
        _ = try? await store.append([started], to: claimed, then: .release(after: .zero))
        return
      }
    }
    for key in ["first", "second"] {
      let quick = try await worker.start(flows[2], "x", key: key)
      try await patiently("The worker did not claim") { try await quick.summary().state.kind == .ended }
    }
    try await patiently("The worker did not claim the run again") { try await slow.summary().state.kind == .held }
    // The worker has what it claimed before this run, and extends it at its next heartbeat.
    #expect(try await worker.start(flows[2], "x", key: "third").outcome().words == "completed: xa")
    try await patiently("No heartbeat was set") { bench.clock.nextTimer == bench.clock.now + lease / 3 }
    bench.clock.advance(by: lease / 3)
    try await patiently("The earlier work did not lose its lease") {
      !bench.events.all.isEmpty || works.begun.count > 1 || works.isCancelled
    }
    #expect(works.begun == ["slow/1/work#1"])
    works.open()
    #expect(try await slow.outcome().words.hasPrefix("completed: attempt "))
    #expect(works.begun == ["slow/1/work#1", "slow/1/work#1"])
    #expect(works.mostAtOnce == 1)
    #expect(bench.events.all == ["Run 1 was taken over by another worker."])
    await worker.stop()
    try await working.value(orSay: "The worker did not end")
  }
}

/// The kinds of stores in these tests.
enum StoreKind: CaseIterable {
  case memory, file

  /// Makes a store; one of the kind `file` has its journal in the folder.
  func makeStore(in folder: TemporaryFolder, timed clock: ManualClock) throws -> any FlowStore {
    switch self {
    case .memory: MemoryStore(timed: clock)
    case .file: try FileStore(at: folder.file(), timed: clock)
    }
  }
}

/// A clock that a test advances, and that calls nothing, as if its process had been suspended.
private final class SilentClock: FlowClock {
  private let time = Locked(Duration.zero)

  var now: Duration { time.withLock { $0 } }

  func advance(by duration: Duration) { time.withLock { $0 += duration } }

  func schedule(after delay: Duration, _ call: @escaping @Sendable () -> Void) -> FlowAlarm { FlowAlarm {} }
}

/// A store on a clock that a test advances, as if the process had been suspended.
private struct Bench {
  let clock = ManualClock()
  let store: ClaimWatch
  let events = LockedList<String>()
  private let folder: TemporaryFolder?

  /// Creates a bench.
  ///
  /// - Parameters:
  ///   - kind: The kind of the store.
  ///   - isForeign: Whether the leases of a store in memory end as in one that other processes use.
  /// - Throws: An error of the store.
  init(_ kind: StoreKind, isForeign: Bool = true) throws {
    switch kind {
    case .memory:
      folder = nil
      let memory = MemoryStore(timed: clock)
      store = ClaimWatch(isForeign ? ForeignStore(memory) : memory)
    case .file:
      let folder = try TemporaryFolder()
      self.folder = folder
      store = ClaimWatch(try FileStore(at: folder.file(), timed: clock))
    }
  }
}

/// A store in front of another one that calls a closure in the middle of a claim.
private final class ClaimWatch: ForwardingStore {
  typealias Body = @Sendable (any FlowStore) async -> Void

  let store: any FlowStore
  private let body = Locked<(flow: String?, body: Body)?>(nil)

  init(_ store: any FlowStore) {
    self.store = store
  }

  /// Calls a closure before the next claim, or before the next one of a flow.
  func beforeNextClaim(of flow: String? = nil, _ body: @escaping Body) {
    self.body.withLock { $0 = (flow, body) }
  }

  func claim(_ request: ClaimRequest) async throws(StoreError) -> [ClaimedRun] {
    let next = body.withLock { next in
      if let flow = next?.flow, request.flows != [flow] { return nil as Body? }
      return next.take()?.body
    }
    await next?(store)
    return try await store.claim(request)
  }
}
