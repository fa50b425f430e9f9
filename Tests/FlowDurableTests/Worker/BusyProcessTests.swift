import Dispatch
import DurableTestSupport
import FlowChains
import FlowDurable
import FlowDurableTesting
import FlowJSON
import FlowStateTesting
import TestSupport
import Testing

/// D13: A long compaction, and an executor of the user that is busy, repeat no step.
struct BusyProcessTests {
  private let lease = Duration.seconds(30)

  @Test func `D13: A compaction that takes longer than a lease repeats no step`() async throws {
    let (clock, disk, works) = (ManualClock(), SimulatedDisk(), Works())
    let events = LockedList<String>()
    // Between any two slices, a third of a lease passes.
    let store = try FileStore(
      at: "j", on: disk, surviving: .process, timed: clock, compactingAt: 200_000, inSlicesOf: 4_096,
      executingOn: SlowQueue(disk, clock, pause: lease / 3)
    ) { events.append("\($0)") }
    let slow = try textFlow("slow") { text("work") { _, visit in await works.work(visit) }.keeping(TheText.self) }
    let worker = FlowWorker(store, running: [slow], lease: lease, timed: clock) { events.append("\($0)") }
    let runs = [try await worker.start(slow, "x", key: "1"), try await worker.start(slow, "x", key: "2")]
    for key in 0..<300 { _ = try await store.add(NewRun(flow: "other", key: "\(key)", content: "x")) }
    let working = Task { try await worker.run() }
    try await patiently("The steps did not begin") { works.begun.count == 2 }
    _ = try await store.add(NewRun(flow: "fill"))
    let claim = try #require(try await store.claim(ClaimRequest(["fill"], limit: 1, lease: aDay)).first)
    let began = clock.now
    let name = String(repeating: "x", count: 20_000)
    for _ in 0..<20 where events.all.isEmpty {
      let records = [FlowRecord(.undone(.init(step: name, visit: 1))), FlowRecord(.snapshot(.init(1, step: "a")))]
      _ = try await store.append(records, to: claim, then: .hold(lease: aDay))
    }
    try await patiently("The journal was not compacted") { !events.all.isEmpty }
    #expect(clock.now - began > lease * 2)
    // The worker claims, and so does another one.
    let quick = try textFlow("quick") { append("a").keeping(TheText.self) }
    let other = FlowWorker(store, running: [slow, quick], lease: lease, timed: clock) { events.append("\($0)") }
    _ = try await other.start(quick, "x")
    try await other.runUntilIdle()
    works.open()
    for run in runs { #expect(try await run.outcome().words == "completed: attempt 1") }
    #expect(works.begun.sorted() == ["slow/1/work#1", "slow/2/work#1"])
    #expect(events.all.count == 1, "\(events.all)")
    await worker.stop()
    try await working.value(orSay: "The worker did not end")
  }

  @Test func `D13: An executor of the user that is busy for a minute delays its steps, and repeats none`() async throws
  {
    let clock = ManualClock()
    let store = MemoryStore(timed: clock)
    let office = Office()
    let slow = try textFlow("slow") {
      text("work") { _, visit in await office.work(visit.key, visit.attempt) }.keeping(TheText.self)
    }
    let quick = try textFlow("quick") { append("a").keeping(TheText.self) }
    let events = LockedList<String>()
    let worker = FlowWorker(store, running: [slow, quick], lease: lease, timed: clock) { events.append("\($0)") }
    let working = Task { try await worker.run() }
    office.block()
    let runs = [try await worker.start(slow, "x", key: "1"), try await worker.start(slow, "x", key: "2")]
    for run in runs {
      try await patiently("The run was not claimed") { try await run.summary().state.kind == .held }
    }
    // The worker has what it claimed before this run, and extends it at its next heartbeat.
    #expect(try await worker.start(quick, "x").outcome().words == "completed: xa")
    // Six heartbeats, in a minute.
    for _ in 1...6 {
      let before = [try await runs[0].summary().state, try await runs[1].summary().state]
      // A heartbeat that is set later would come later.
      let due = clock.now + lease / 3
      try await patiently("No heartbeat was set") { clock.nextTimer.map { $0 <= due } ?? false }
      clock.advance(by: lease / 3)
      for (run, state) in zip(runs, before) {
        try await patiently("A lease was not extended") { try await run.summary().state != state }
      }
      #expect(try await worker.start(quick, "x").outcome().words == "completed: xa")
    }
    #expect(office.works == [])
    office.open()
    for run in runs { #expect(try await run.outcome().words == "completed: attempt 1") }
    #expect(office.works.sorted() == ["slow/1/work#1", "slow/2/work#1"])
    #expect(events.all == [])
    await worker.stop()
    try await working.value(orSay: "The worker did not end")
  }
}

/// The queue of a journal on which time passes before each turn during a compaction.
private final class SlowQueue: JournalQueue {
  private static let key = DispatchSpecificKey<Bool>()

  private let queue = DispatchQueue(label: "FlowDurableTests.slow")
  private let disk: SimulatedDisk
  private let clock: ManualClock
  private let pause: Duration

  init(_ disk: SimulatedDisk, _ clock: ManualClock, pause: Duration) {
    (self.disk, self.clock, self.pause) = (disk, clock, pause)
    queue.setSpecific(key: Self.key, value: true)
  }

  var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) == true }
  var now: Duration { .zero }

  func submit(_ turn: @escaping @Sendable () -> Void) {
    queue.async { [self] in
      if (try? disk.open("j.new", .read)) ?? nil != nil { clock.advance(by: pause) }
      turn()
    }
  }

  func submit(_ turn: @escaping @Sendable () -> Void, after delay: Duration) { submit(turn) }
}

/// An actor of the user on a queue that something else blocks.
private actor Office {
  private let executor = QueueExecutor()
  private let gate = DispatchSemaphore(value: 0)
  private nonisolated let done = LockedList<String>()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  nonisolated var works: [String] { done.all }

  func work(_ key: String, _ attempt: Int) -> String {
    done.append(key)
    return "attempt \(attempt)"
  }

  /// Keeps the queue busy until the gate is opened.
  nonisolated func block() {
    executor.queue.async { [gate] in _ = gate.wait(orSay: "The test did not open the gate") }
  }

  nonisolated func open() {
    gate.signal()
  }
}

/// An executor as a user writes it.
private final class QueueExecutor: SerialExecutor {
  let queue = DispatchQueue(label: "FlowDurableTests.office")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
