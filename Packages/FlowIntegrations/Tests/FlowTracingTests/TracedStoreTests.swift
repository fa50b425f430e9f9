import FlowChains
import FlowDurable
import FlowDurableTesting
import FlowJSON
import FlowState
import FlowStateTesting
import FlowTracing
import InMemoryTracing
import ServiceContextModule
import Synchronization
import Testing
import Tracing

/// Spans of durable runs over several processes.
struct TracedStoreTests {
  private struct Declined: Error {}

  private struct Shipped: DurableMessage {
    var tracking: String
  }

  private let tracer = InMemoryTracer()
  private let clock = ManualClock()

  private func flow(failing: Bool = false) throws -> DurableFlow<Any, Void> {
    let accept = FlowStepDeclaration(Any.self, Void.self, identifier: "accept") { _, _ in
      if failing { throw Declined() }
    }
    let shipped = FlowStepDeclaration.awaiting(Shipped.self, identifier: "shipped")
    let thank = FlowStepDeclaration(Any.self, Void.self, identifier: "thank") { _, _ in }
    return try DurableFlow(
      FlowChain("order") {
        accept; shipped; thank
      }, Any.self
    ) { _ in nil as Void? }
  }

  /// Returns a worker with a traced store of its own, as another process would have it.
  private func process(_ store: any FlowStore, failing: Bool = false) throws -> FlowWorker {
    FlowWorker(TracedStore(store, tracer: tracer), running: [try flow(failing: failing)], timed: clock)
  }

  private func span(_ name: String) throws -> FinishedInMemorySpan {
    try #require(tracer.finishedSpans.first { $0.operationName == name })
  }

  @Test("Each visit has a span inside the span of its run, whichever process it settles in")
  func processes() async throws {
    let store = MemoryStore(timed: clock)
    let request = tracer.startSpan("request", context: .topLevel)
    let first = try process(store)
    let run = try await ServiceContext.withValue(request.context) { try await first.start(try flow(), key: "4711") }
    request.end()
    try await first.runUntilIdle()
    clock.advance(by: .seconds(86_400))
    try await run.send(Shipped(tracking: "1Z"))
    // Another process continues the run, which it knows only from its records.
    try await process(store).runUntilIdle()
    #expect(tracer.activeSpans.isEmpty)
    #expect(tracer.finishedSpans.map(\.operationName) == ["order", "request", "accept", "shipped", "thank"])
    let order = try span("order")
    #expect(order.parentSpanID == (try span("request")).spanID)
    for name in ["accept", "shipped", "thank"] {
      #expect(try span(name).parentSpanID == order.spanID)
      #expect(try span(name).traceID == order.traceID)
      #expect(try span(name).attributes.get("flow.run") == "order#1")
      #expect(try span(name).attributes.get("flow.visit") == 1)
    }
    // Each visit links to the one before, over the wait as well.
    #expect(try span("accept").links.isEmpty)
    let before = try #require(try span("shipped").links.first?.context.inMemorySpanContext)
    #expect(before.spanID == (try span("accept")).spanID)
    let last = try #require(try span("thank").links.first?.context.inMemorySpanContext)
    #expect(last.spanID == (try span("shipped")).spanID)
  }

  @Test("Runs that are started together share one span, and are added in one call")
  func together() async throws {
    let counting = CountingStore(MemoryStore(timed: clock))
    let request = tracer.startSpan("request", context: .topLevel)
    let runs = try await ServiceContext.withValue(request.context) {
      try await FlowStarter(TracedStore(counting, tracer: tracer)).start(
        try flow(), ["4711", "4712", "4711"].map { RunStart(key: $0) })
    }
    request.end()
    #expect(runs.count == 3)
    #expect(counting.calls.load(ordering: .relaxed) == 1)
    let order = try span("order")
    #expect(tracer.finishedSpans.map(\.operationName) == ["order", "request"])
    #expect(order.parentSpanID == (try span("request")).spanID && order.kind == .producer)
    #expect(order.attributes.get("flow.runs") == 3 && order.attributes.get("flow.runs.new") == 2)
    try await process(counting.store).runUntilIdle()
    let visits = tracer.finishedSpans.filter { $0.operationName == "accept" }
    #expect(visits.map(\.parentSpanID) == [order.spanID, order.spanID])
    #expect(Set(visits.map { "\($0.attributes.get("flow.run") as Any)" }).count == 2)
  }

  @Test("The span of runs that can't be added has the error")
  func notAdded() async throws {
    let traced = TracedStore(MemoryStore(timed: clock), tracer: tracer)
    let runs = [NewRun(flow: "order"), NewRun(flow: "signup", key: String(repeating: "k", count: 9_999))]
    await #expect(throws: StoreError.self) { _ = try await traced.add(runs) }
    #expect(try span("runs").status?.code == .error)
    #expect(try await traced.add([]).isEmpty)
    #expect(tracer.finishedSpans.count == 1 && tracer.activeSpans.isEmpty)
  }

  @Test("The wait is part of the span of the step that waits")
  func waits() async throws {
    let store = MemoryStore(timed: clock)
    let run = try await process(store).start(try flow())
    try await process(store).runUntilIdle()
    clock.advance(by: .seconds(60))
    try await run.send(Shipped(tracking: "1Z"))
    try await process(store).runUntilIdle()
    let shipped = try span("shipped")
    let time = shipped.endInstant.nanosecondsSinceEpoch - shipped.startInstant.nanosecondsSinceEpoch
    #expect(time == 60_000_000_000)
  }

  @Test("A failure is the status of its visit, without its text")
  func failure() async throws {
    let store = MemoryStore(timed: clock)
    let worker = try process(store, failing: true)
    _ = try await worker.start(try flow(failing: true))
    try await worker.runUntilIdle()
    let accept = try span("accept")
    #expect(accept.status?.code == .error)
    #expect(accept.status?.message == "Declined")
    #expect(accept.errors.isEmpty)
  }

  @Test("A run that was added without a trace is executed without spans")
  func untraced() async throws {
    let store = MemoryStore(timed: clock)
    let plain = FlowWorker(store, running: [try flow()], timed: clock)
    let run = try await plain.start(try flow())
    try await process(store).runUntilIdle()
    #expect(tracer.finishedSpans.isEmpty)
    #expect(try await run.summary().state.kind == .waiting)
  }

  @Test("The trace context stays when a snapshot replaces the records")
  func snapshots() async throws {
    let store = MemoryStore(timed: clock)
    let traced = TracedStore(store, tracer: tracer)
    let number = try await traced.add(NewRun(flow: "order")).run
    let request = ClaimRequest(["order"], limit: 1, lease: .seconds(30))
    let claimed = try #require(try await traced.claim(request).first)
    let snapshot = FlowRecord(.snapshot(.init(["position": "accept"], step: "accept")))
    _ = try await traced.append([snapshot], to: claimed, then: .release(after: .zero))
    let other = TracedStore(store, tracer: tracer)
    let again = try #require(try await other.claim(request).first)
    #expect(again.records.count == 1)
    let settled = FlowRecord(.settled(.init(step: "accept", visit: 1)))
    _ = try await other.append([settled], to: again, then: .end(.completed))
    #expect(try span("accept").parentSpanID == (try span("order")).spanID)
    #expect(number.rawValue == 1)
  }

  @Test("The span of a visit whose record was refused says that it wasn't recorded")
  func refused() async throws {
    let store = MemoryStore(timed: clock)
    let traced = TracedStore(store, tracer: tracer)
    _ = try await traced.add(NewRun(flow: "order"))
    let request = ClaimRequest(["order"], limit: 1, lease: .seconds(30))
    let late = try #require(try await traced.claim(request).first)
    clock.advance(by: .seconds(31))
    _ = try await store.claim(request)
    let settled = FlowRecord(.settled(.init(step: "accept", visit: 1)))
    await #expect(throws: StoreError.leaseLost(late.run)) {
      _ = try await traced.append([settled], to: late, then: .end(.completed))
    }
    #expect(try span("accept").attributes.get("flow.recorded") == false)
  }

  @Test("An append that is tried again has the same records and one span")
  func triedAgain() async throws {
    let failing = FailingStore(MemoryStore(timed: clock))
    let traced = TracedStore(failing, tracer: tracer)
    _ = try await traced.add(NewRun(flow: "order"))
    let run = try #require(
      try await traced.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30))).first)
    let settled = FlowRecord(.settled(.init(step: "accept", visit: 1)))
    failing.failures.withLock { $0 = 2 }
    for _ in 1...2 {
      await #expect(throws: FailingStore.failure) {
        _ = try await traced.append([settled], to: run, then: .hold(lease: .seconds(30)))
      }
    }
    _ = try await traced.append([settled], to: run, then: .hold(lease: .seconds(30)))
    let tries = failing.tries.withLock { $0 }
    #expect(tries.count == 3)
    #expect(tries.allSatisfy { $0 == tries[0] && $0 != [settled] })
    #expect(tracer.activeSpans.isEmpty)
    #expect(tracer.finishedSpans.map(\.operationName) == ["order", "accept"])
    #expect(try span("accept").attributes.get("flow.recorded") == nil)
  }

  @Test("The span of a visit that is given up after a failed append says that it wasn't recorded")
  func givenUp() async throws {
    let failing = FailingStore(MemoryStore(timed: clock))
    let traced = TracedStore(failing, tracer: tracer)
    _ = try await traced.add(NewRun(flow: "order"))
    let request = ClaimRequest(["order"], limit: 1, lease: .seconds(30))
    let run = try #require(try await traced.claim(request).first)
    failing.failures.withLock { $0 = 1 }
    let settled = FlowRecord(.settled(.init(step: "accept", visit: 1)))
    await #expect(throws: FailingStore.failure) {
      _ = try await traced.append([settled], to: run, then: .end(.completed))
    }
    #expect(tracer.activeSpans.map(\.operationName) == ["accept"])
    clock.advance(by: .seconds(31))
    #expect(try await traced.claim(request).count == 1)
    #expect(tracer.activeSpans.isEmpty)
    #expect(try span("accept").attributes.get("flow.recorded") == false)
  }

  @Test("A traced store keeps the laws of stores", arguments: FlowStoreLaws.all)
  func laws(_ law: FlowStoreLaws.Law) async throws {
    // Two laws compare all members of a record with the appended ones, and a traced record has one more.
    guard !law.name.hasSuffix("keeps what it was added with"), !law.name.hasSuffix("come back as they were") else {
      return
    }
    let clock = clock
    let store = TracedStore(MemoryStore(timed: clock), tracer: NoOpTracer())
    try await law.check(StoreUnderTest(store) { clock.advance(by: $0) })
  }

  @Test("An observer traces a durable run that is set aside and resumed")
  func observed() async throws {
    let store = MemoryStore(timed: clock)
    let observed = try flow().observed(by: TracingObserver(tracer: tracer, context: .topLevel))
    let run = try await FlowWorker(store, running: [observed], timed: clock).start(observed)
    try await FlowWorker(store, running: [observed], timed: clock).runUntilIdle()
    #expect(tracer.activeSpans.isEmpty)
    #expect(tracer.finishedSpans.map(\.operationName) == ["accept", "order"])
    try await run.send(Shipped(tracking: "1Z"))
    try await FlowWorker(store, running: [observed], timed: clock).runUntilIdle()
    #expect(tracer.activeSpans.isEmpty)
    let runs = tracer.finishedSpans.filter { $0.operationName == "order" }
    #expect(runs.map { $0.attributes.get("flow.resumed") } == [nil, true])
  }
}

/// A store that counts the calls that add runs.
private final class CountingStore: ForwardingStore {
  let store: any FlowStore
  let calls = Atomic(0)

  init(_ store: any FlowStore) {
    self.store = store
  }

  func add(_ run: NewRun) async throws(StoreError) -> (run: RunNumber, isNew: Bool) {
    calls.add(1, ordering: .relaxed)
    return try await store.add(run)
  }

  func add(_ runs: [NewRun]) async throws(StoreError) -> [(run: RunNumber, isNew: Bool)] {
    calls.add(1, ordering: .relaxed)
    return try await store.add(runs)
  }
}
