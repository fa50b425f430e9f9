import DurableTestSupport
import FlowChains
@testable import FlowDurable
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Starts without a worker, starts of many runs, and what a step knows about its start.
struct FlowStarterTests {
  @Test func `A starter starts and finds runs that a worker elsewhere executes`() async throws {
    let life = DurableLife()
    let flow = try textFlow { append("a").keeping(TheText.self) }
    let starter = FlowStarter(life.store)
    let run = try await starter.start(flow, "x", key: "k")
    #expect(run.origin == .started)
    try await life.worker(flow).runUntilIdle()
    #expect(try await run.outcome().words == "completed: xa")
    #expect(try await starter.find(flow, key: "k")?.number == run.number)
    #expect(try await starter.find(flow, number: run.number)?.key == "k")
    #expect(try await starter.find(flow, key: "other") == nil)
  }

  @Test func `Many runs start in one call, in their order, and each key once`() async throws {
    let life = DurableLife()
    let flow = try textFlow { append("a").keeping(TheText.self) }
    let starter = FlowStarter(life.store)
    _ = try await starter.start(flow, "old", key: "b")
    var last = RunStart("z", key: "c")
    (last.queue, last.priority, last.tenant) = ("slow", 3, "acme")
    let runs = try await starter.start(flow, [RunStart("x", key: "a"), RunStart("y", key: "b"), last])
    #expect(runs.map(\.origin) == [.started, .existing(contentDiffers: true), .started])
    #expect(runs.map(\.number.rawValue) == [2, 1, 3])
    let stored = try #require(try await life.store.runs(RunQuery(key: "c"), after: nil, limit: 1).first)
    #expect((stored.queue, stored.priority, stored.tenant) == ("slow", 3, "acme"))
    #expect(try await starter.start(flow, []).isEmpty)
  }

  @Test func `A step knows when its run was started, in every attempt and after a snapshot`() async throws {
    let life = DurableLife()
    let times = Locked<[StoreTime?]>([])
    let flow = try textFlow {
      append("a").keeping(TheText.self)
      FlowStepDeclaration.waiting(.seconds(60), identifier: "wait")
      text("work") { text, visit in
        times.withLock { $0.append(visit.runStarted) }
        return text
      }.taking(TheText.self).keeping(TheText.self)
    }
    life.clock.advance(by: .seconds(5))
    let start = try await life.store.now()
    _ = try await life.worker(flow).start(flow, "x", key: "k")
    let worker = life.worker(flow)
    try await worker.runUntilIdle()
    life.clock.advance(by: .seconds(60))
    try await worker.runUntilIdle()
    #expect(times.withLock { $0 } == [start])
    var course = RunCourse()
    for record in try await life.store.records(of: RunNumber(rawValue: 1), after: 0, limit: 99) {
      try course.apply(record)
    }
    var restored = RunCourse()
    try restored.apply(course.snapshot)
    #expect(restored.firstBegan == start)
  }

  @Test func `A flow without a result needs no closure for one`() async throws {
    let life = DurableLife()
    let chain = FlowChain("reminder") { append("a").keeping(TheText.self) }
    let flow = try DurableFlow(chain, String.self, keeping: TheText.self)
    let worker = life.worker(flow)
    let run = try await worker.start(flow, "x")
    try await worker.runUntilIdle()
    guard case .completed(nil) = try await run.outcome() else {
      Issue.record("The run has not completed without a result.")
      return
    }
  }
}
