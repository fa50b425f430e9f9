import DurableTestSupport
import FlowChains
import FlowDurable
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// How often a worker asks its store for due runs.
struct ClaimCountTests {
  /// Counts the claims that have found nothing.
  private final class Activities: Sendable {
    private let all = Locked<[WorkerActivity]>([])

    func note(_ activity: WorkerActivity) { all.withLock { $0.append(activity) } }

    var noted: [WorkerActivity] { all.withLock { $0 } }
    var emptyClaims: Int {
      noted.count { if case .claimed(0, _) = $0 { true } else { false } }
    }
  }

  @Test func `Runs that come one by one cost at most one claim each that finds nothing`() async throws {
    let life = DurableLife()
    let flow = try textFlow { append("a").keeping(TheText.self) }
    let activities = Activities()
    let worker = FlowWorker(life.store, running: [flow], noting: { activities.note($0) })
    let working = Task { try await worker.run() }
    let count = 60
    let start = ContinuousClock.now
    for key in 1...count { _ = try await worker.start(flow, "x", key: "\(key)").outcome() }
    await worker.stop()
    try await working.value
    // The worker also asks each second.
    let seconds = Int((ContinuousClock.now - start).components.seconds)
    #expect(activities.emptyClaims <= count + seconds + 2, "\(activities.emptyClaims)")
    #expect(activities.noted.count { if case .claimed(1, _) = $0 { true } else { false } } == count)
  }

  @Test func `A worker reports its claims, and the runs that begin and end`() async throws {
    let life = DurableLife()
    let flow = try textFlow { append("a").keeping(TheText.self) }
    let activities = Activities()
    let worker = FlowWorker(life.store, running: [flow], atOnce: 1, timed: life.clock, noting: { activities.note($0) })
    for key in ["a", "b"] { _ = try await worker.start(flow, "x", key: key) }
    try await worker.runUntilIdle()
    let runs = [RunNumber(rawValue: 1), RunNumber(rawValue: 2)]
    #expect(
      activities.noted.filter { $0 != .claimed(0, room: 1) } == [
        .claimed(1, room: 1), .began(runs[0]), .ended(runs[0], .completed),
        .claimed(1, room: 1), .began(runs[1]), .ended(runs[1], .completed),
      ])
    #expect("\(activities.noted[0])" == "The worker has claimed 1 runs, and had room for 1.")
  }

  @Test func `A worker without room asks again when a run has left`() async throws {
    let life = DurableLife()
    let flow = try textFlow { append("a").keeping(TheText.self) }
    let worker = FlowWorker(life.store, running: [flow], atOnce: 2)
    let runs = try await worker.start(flow, (1...20).map { RunStart("x", key: "\($0)") })
    let working = Task { try await worker.run() }
    for run in runs { #expect(try await run.outcome().words == "completed: xa") }
    await worker.stop()
    try await working.value
  }
}
