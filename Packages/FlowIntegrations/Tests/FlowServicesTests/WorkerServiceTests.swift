import FlowChains
import FlowDurable
import FlowServices
import FlowState
import FlowStateTesting
import Logging
import ServiceLifecycle
import Testing

/// Workers as services.
struct WorkerServiceTests {
  /// A step that signals its start, and ends when the test releases it.
  private struct Work: Sendable {
    let begun = AsyncSignal()
    let released = AsyncSignal()

    func flow() throws -> DurableFlow<Any, Void> {
      let first = FlowStepDeclaration(Any.self, Void.self, identifier: "first") { [self] _, _ in
        begun.send()
        try await released.wait(orSay: "The test did not let the step end")
        // A step that is given up must not settle afterwards.
        try Task.checkCancellation()
      }
      let second = FlowStepDeclaration(Any.self, Void.self, identifier: "second") { _, _ in }
      return try DurableFlow(
        FlowChain("work") {
          first; second
        }, Any.self
      ) { _ in nil as Void? }
    }

    func waitForBegin() async throws {
      try await begun.wait(orSay: "The step did not begin")
    }
  }

  private func makeGroup(_ service: WorkerService) -> ServiceGroup {
    ServiceGroup(services: [service], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  @Test("D8: After a shutdown, the step under way may end, and the run continues elsewhere")
  func grace() async throws {
    let (clock, work) = (ManualClock(), Work())
    let store = MemoryStore(timed: clock)
    let worker = FlowWorker(store, running: [try work.flow()], timed: clock)
    _ = try await worker.start(try work.flow())
    let group = makeGroup(WorkerService(worker))
    do {
      let running = Task { try await group.run() }
      try await work.waitForBegin()
      await group.triggerGracefulShutdown()
      try await patiently("The worker did not begin to stop") { await worker.isStopping }
      work.released.send()
      try await running.value(orSay: "The service did not end")
    }
    // The first step is recorded, the second one hasn't started.
    let run = try #require(try await store.runs(RunQuery(), after: nil, limit: 1).first)
    #expect(run.position == "second")
    #expect(run.lastRecord == 2)
    #expect(run.state.kind == .ready)
    let other = FlowWorker(store, running: [try work.flow()], timed: clock)
    try await other.runUntilIdle()
    #expect(try await store.runs(RunQuery(), after: nil, limit: 1).first?.state == .ended(.completed))
  }

  @Test("D8: A step that doesn't end within the grace is given back without a record", arguments: [1, 60])
  func givesBack(_ seconds: Int) async throws {
    let (clock, work) = (ManualClock(), Work())
    let store = MemoryStore(timed: clock)
    let worker = FlowWorker(store, running: [try work.flow()], lease: .seconds(900), timed: clock)
    _ = try await worker.start(try work.flow())
    let group = makeGroup(WorkerService(worker, grace: .seconds(seconds)))
    do {
      let running = Task { try await group.run() }
      try await work.waitForBegin()
      let timers = clock.timerCount
      await group.triggerGracefulShutdown()
      try await patiently("The worker did not wait for the end of the grace") { clock.timerCount != timers }
      // One second before the end of the grace, nothing has happened.
      clock.advance(by: .seconds(seconds - 1))
      #expect(try await store.runs(RunQuery(), after: nil, limit: 1).first?.state.kind == .held)
      clock.advance(by: .seconds(1))
      try await running.value(orSay: "The service did not end")
    }
    let run = try #require(try await store.runs(RunQuery(), after: nil, limit: 1).first)
    #expect(run.lastRecord == 1)
    #expect(run.state.kind == .ready)
    // Being given back doesn't count as an attempt.
    #expect(run.attempts == 0)
  }
}
