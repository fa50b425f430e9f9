import FlowChains
import FlowDurable
import FlowMetrics
import FlowState
import FlowStateTesting
import MetricsTestKit
import Testing

/// Metrics of workers and their stores.
struct WorkerMetricsTests {
  private struct Shipped: DurableMessage {
    var tracking: String
  }

  private let metrics = TestMetrics()
  private let clock = ManualClock()

  private func flow() throws -> DurableFlow<Any, Void> {
    let accept = FlowStepDeclaration(Any.self, Void.self, identifier: "accept") { _, _ in }
    let shipped = FlowStepDeclaration.awaiting(Shipped.self, identifier: "shipped")
    return try DurableFlow(
      FlowChain("order") {
        accept; shipped
      }, Any.self
    ) { _ in nil as Void? }
  }

  private func runs(_ state: String) throws -> Double? {
    try metrics.expectRecorder("flow_store_runs", [("flow", "order"), ("state", state)]).lastValue
  }

  @Test("A store is measured by its runs in each state, and by the age of its oldest due run")
  func store() async throws {
    let store = MemoryStore(timed: clock)
    let worker = FlowWorker(store, running: [try flow()], timed: clock)
    let metrics = WorkerMetrics(factory: metrics)
    _ = try await worker.start(try flow())
    try await worker.runUntilIdle()
    _ = try await worker.start(try flow())
    clock.advance(by: .milliseconds(2_500))
    _ = try await worker.start(try flow())
    _ = try await worker.start(try flow(), after: .seconds(60))
    try await metrics.measure(store)
    #expect(try runs("waiting") == 1)
    #expect(try runs("ready") == 3)
    #expect(try runs("parked") == 0)
    let age = [("flow", "order")]
    #expect(try self.metrics.expectRecorder("flow_store_due_age_seconds", age).lastValue == 2.5)
    try await worker.runUntilIdle()
    try await metrics.measure(store)
    #expect(try runs("waiting") == 3)
    #expect(try runs("ready") == 1)
    // It is due in a minute.
    #expect(try self.metrics.expectRecorder("flow_store_due_age_seconds", age).lastValue == 0)
  }

  @Test("A run is due, too, when its wait is over and when its lease has ended")
  func deadWorkers() async throws {
    let store = MemoryStore(timed: clock)
    let metrics = WorkerMetrics(factory: metrics)
    func age() async throws -> Double? {
      try await metrics.measure(store)
      return try self.metrics.expectRecorder("flow_store_due_age_seconds", [("flow", "order")]).lastValue
    }
    _ = try await store.add(NewRun(flow: "order"))
    let first = try #require(try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30))).first)
    _ = try await store.append([], to: first, then: .wait(.after(.seconds(60)), for: []))
    #expect(try await age() == 0)
    clock.advance(by: .seconds(65))
    #expect(try await age() == 5)
    #expect(try runs("waiting") == 1)
    _ = try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30)))
    #expect(try await age() == 0)
    clock.advance(by: .seconds(37))
    #expect(try await age() == 7)
    #expect(try runs("held") == 1)
  }

  @Test("A flow whose last run was forgotten is measured as 0")
  func forgotten() async throws {
    let store = MemoryStore(timed: clock)
    let metrics = WorkerMetrics(factory: metrics)
    _ = try await store.add(NewRun(flow: "order"))
    let run = try #require(try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30))).first)
    _ = try await store.append([], to: run, then: .end(.completed))
    try await metrics.measure(store)
    #expect(try runs("ended") == 1)
    clock.advance(by: .seconds(10))
    #expect(try await store.forget(endedBefore: try await store.now(), limit: 9) == 1)
    try await metrics.measure(store)
    #expect(try runs("ended") == 0)
  }

  @Test("The events of a worker are counted")
  func worker() async throws {
    let store = MemoryStore(timed: clock)
    let metrics = WorkerMetrics(prefix: "shop", factory: metrics)
    // A run that stands at a step which the flow doesn't have, for longer than the grace.
    let number = try await store.add(NewRun(flow: "order")).run
    let claimed = try #require(
      try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30))).first)
    var settled = FlowRecord.Settled(step: "accept", visit: 1)
    settled.destination = "moon"
    _ = try await store.append([FlowRecord(.settled(settled))], to: claimed, then: .release(after: .zero))
    let worker = FlowWorker(store, running: [try flow()], timed: clock, reporting: metrics.receive)
    try await worker.runUntilIdle()
    #expect(try self.metrics.expectCounter("shop_worker_given_back_total").totalValue == 1)
    clock.advance(by: .seconds(700))
    try await worker.runUntilIdle()
    #expect(try self.metrics.expectCounter("shop_worker_parked_total").totalValue == 1)
    metrics.receive(.leaseLost(number))
    metrics.receive(.storeFailed(.closed))
    metrics.receive(.snapshotRefused(number, .closed))
    metrics.receive(.left(number, nil))
    for name in ["leases_lost", "store_failures", "snapshots_refused", "left"] {
      #expect(try self.metrics.expectCounter("shop_worker_\(name)_total").totalValue == 1)
    }
  }

  @Test("A durable run that is set aside isn't active, and each of its steps is counted once")
  func resumed() async throws {
    let store = MemoryStore(timed: clock)
    let observer = MetricsObserver(factory: metrics)
    let observed = try flow().observed(by: observer)
    let run = try await FlowWorker(store, running: [observed], timed: clock).start(observed)
    try await FlowWorker(store, running: [observed], timed: clock).runUntilIdle()
    #expect(try metrics.expectMeter("flow_runs_active", [("flow", "order")]).lastValue == 0)
    try await run.send(Shipped(tracking: "1Z"))
    try await FlowWorker(store, running: [observed], timed: clock).runUntilIdle()
    #expect(try metrics.expectMeter("flow_runs_active", [("flow", "order")]).lastValue == 0)
    #expect(
      try metrics.expectCounter("flow_runs_total", [("flow", "order"), ("outcome", "completed")]).totalValue == 1)
    for step in ["accept", "shipped"] {
      let key = [("flow", "order"), ("step", step), ("outcome", "completed")]
      #expect(try metrics.expectCounter("flow_steps_total", key).totalValue == 1)
    }
  }
}
