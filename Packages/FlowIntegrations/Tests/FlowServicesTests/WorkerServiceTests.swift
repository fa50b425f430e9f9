import FlowDurable
import FlowServices
import FlowState
import FlowStateTesting
import Logging
import ServiceLifecycle
import Testing

/// Workers as services.
struct WorkerServiceTests {
  /// A step that has begun, and that ends when the test says so.
  private struct Work: Sendable {
    let begun = AsyncStream<Void>.makeStream()
    let released = AsyncStream<Void>.makeStream()

    func flow() throws -> DurableFlow<Any, Void> {
      let first = FlowStepDeclaration(Any.self, Void.self, identifier: "first") { [self] _, _ in
        begun.continuation.yield()
        for await _ in released.stream { break }
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

    func waitForBegin() async {
      for await _ in begun.stream { break }
    }
  }

  private func makeGroup(_ service: WorkerService) -> ServiceGroup {
    ServiceGroup(services: [service], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  @Test("D8 after a shutdown, the step under way may end, and the run goes on elsewhere")
  func grace() async throws {
    let (clock, work) = (ManualClock(), Work())
    let store = MemoryStore(timed: clock)
    let worker = FlowWorker(store, running: [try work.flow()], timed: clock)
    _ = try await worker.start(try work.flow())
    let group = makeGroup(WorkerService(worker))
    try await withThrowingTaskGroup { tasks in
      tasks.addTask { try await group.run() }
      await work.waitForBegin()
      await group.triggerGracefulShutdown()
      while await !worker.isStopping { await Task.yield() }
      work.released.continuation.finish()
      try await tasks.waitForAll()
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

  @Test("D8 a step that doesn't end within the grace is given back without a record", arguments: [1, 60])
  func givesBack(_ seconds: Int) async throws {
    let (clock, work) = (ManualClock(), Work())
    let store = MemoryStore(timed: clock)
    let worker = FlowWorker(store, running: [try work.flow()], lease: .seconds(900), timed: clock)
    _ = try await worker.start(try work.flow())
    let group = makeGroup(WorkerService(worker, grace: .seconds(seconds)))
    try await withThrowingTaskGroup { tasks in
      tasks.addTask { try await group.run() }
      await work.waitForBegin()
      let timers = clock.timerCount
      await group.triggerGracefulShutdown()
      while clock.timerCount == timers { await Task.yield() }
      // One second before the end of the grace, nothing has happened.
      clock.advance(by: .seconds(seconds - 1))
      #expect(try await store.runs(RunQuery(), after: nil, limit: 1).first?.state.kind == .held)
      clock.advance(by: .seconds(1))
      try await tasks.waitForAll()
    }
    let run = try #require(try await store.runs(RunQuery(), after: nil, limit: 1).first)
    #expect(run.lastRecord == 1)
    #expect(run.state.kind == .ready)
    // Being given back doesn't count as an attempt.
    #expect(run.attempts == 0)
  }
}
