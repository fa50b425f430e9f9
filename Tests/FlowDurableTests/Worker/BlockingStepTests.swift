import Dispatch
import DurableTestSupport
import FlowChains
@testable import FlowDurable
import FlowState
import FlowStateTesting
import Foundation
import TestSupport
import Testing

/// D13: Closures that block their threads delay neither leases nor claims nor other steps.
struct BlockingStepTests {
  /// A lease that ends many times while the steps block.
  private let lease = Duration.milliseconds(300)
  /// The number of extensions of each lease until the steps end: some four leases.
  private let extensions = 12

  @Test(
    arguments: trials(
      [(4, false), (4, true), (16, false), (16, true), (100, false), (100, true)], few: [(4, false), (100, true)]))
  func `D13: Steps that block their threads for many leases delay no other step, and none is repeated`(
    count: Int, isAsync: Bool
  ) async throws {
    let blocking = Blocking()
    let store = HeartbeatStore(MemoryStore())
    let blocks = try textFlow("block") {
      (isAsync ? blocking.asyncStep : blocking.step).keeping(TheText.self)
    }
    let quick = try textFlow("quick") {
      text("a") { text, _ in
        await Task.yield()
        return text + "a"
      }.keeping(TheText.self)
      append("b").taking(TheText.self).keeping(TheText.self)
    }
    let events = LockedList<String>()
    let worker = FlowWorker(store, running: [blocks, quick], atOnce: 128, lease: lease) { events.append("\($0)") }
    let working = Task { try await worker.run() }
    var runs: [DurableRun<String, String>] = []
    for number in 0..<count { runs.append(try await worker.start(blocks, "x", key: "\(number)")) }
    try await patiently("Not all steps began") { blocking.begun.count >= count }
    // All of them block now, and this run is claimed and executed beside them.
    #expect(try await worker.start(quick, "x").outcome().words == "completed: xab")
    let numbers = runs.map(\.number)
    try await patiently("The leases were not extended") {
      numbers.allSatisfy { store.heartbeats[$0, default: 0] >= extensions }
    }
    blocking.open(count)
    for run in runs { #expect(try await run.outcome().words == "completed: attempt 1") }
    #expect(blocking.begun.count == count)
    #expect(Set(blocking.begun).count == count)
    #expect(events.all == [])
    await worker.stop()
    try await working.value(orSay: "The worker did not end")
  }

  @Test func `D13: Leases are extended, and runs are claimed, while all threads of Swift and Dispatch are blocked`()
    async throws
  {
    let (began, end) = (AsyncSignal(), AsyncSignal())
    let store = HeartbeatStore(MemoryStore())
    let flow = try textFlow("slow") {
      text("a") { text, visit in
        began.send()
        try await end.wait(orSay: "The test did not end the step")
        return "attempt \(visit.attempt)"
      }.keeping(TheText.self)
    }
    let quick = try textFlow("quick") { append("a").keeping(TheText.self) }
    let worker = FlowWorker(store, running: [flow, quick], lease: lease)
    let working = Task { try await worker.run() }
    let run = try await worker.start(flow, "x")
    try await began.wait(orSay: "The step did not begin")
    let blocked = DispatchSemaphore(value: 0)
    let threads = 2 * ProcessInfo.processInfo.activeProcessorCount
    let count = Self.blocks + threads
    let (before, later) = (
      store.heartbeats[run.number, default: 0], try await store.store.add(NewRun(flow: "quick")).run
    )
    let (begun, ends) = (LockedList<Void>(), LockedList<Void>())
    store.onHeartbeat { [extensions] heartbeats, claimed in
      guard heartbeats[run.number, default: 0] >= before + extensions, claimed.contains(later) else { return }
      ends.append(())
      if ends.all.count == 1 { Self.expectNoWait(for: begun) }
      for _ in 0..<count { blocked.signal() }
    }
    Self.block(blocked, begun)
    let tasks = (0..<threads).map { _ in Task.detached { Self.block(blocked) } }
    for task in tasks { await task.value }
    #expect(store.heartbeats[run.number, default: 0] >= before + extensions)
    end.send()
    #expect(try await run.outcome().words == "completed: attempt 1")
    await worker.stop()
    try await working.value(orSay: "The worker did not end")
  }

  @Test
  func `D13: A store in memory serves workers while all threads of Swift and Dispatch are blocked, whoever calls it`()
    async throws
  {
    let store = MemoryStore()
    let (blocked, begun, ended) = (DispatchSemaphore(value: 0), LockedList<Void>(), LockedList<Void>())
    Self.block(blocked, begun)
    let workers = (0..<2).map { _ in
      Task(executorPreference: ThreadPool.workers) {
        for _ in 0..<1_000 { _ = try await store.now() }
        ended.append(())
        guard ended.all.count == 2 else { return }
        Self.expectNoWait(for: begun)
        for _ in 0..<Self.blocks { blocked.signal() }
      }
    }
    // An actor that this task left while a worker waits would continue in the pool of this task.
    for _ in 0..<1_000 { _ = try await store.now() }
    for worker in workers { try await worker.value }
  }

  // MARK: Blocking all threads

  /// More closures than the global queue of Dispatch, which is also Swift's pool, executes at the same time. It adds a thread per second.
  private static let blocks = 64

  /// Blocks all threads of the pool with closures, which others wait for.
  private static func block(_ semaphore: DispatchSemaphore, _ begun: LockedList<Void>) {
    for _ in 0..<blocks {
      DispatchQueue.global().async {
        begun.append(())
        block(semaphore)
      }
    }
  }

  private static func block(_ semaphore: DispatchSemaphore) {
    _ = semaphore.wait(orSay: "The threads of the pool were blocked until the end")
  }

  /// Expects that nobody has waited for the pool: it executes what comes to it when all closures that block it have begun.
  private static func expectNoWait(for begun: LockedList<Void>) {
    #expect(begun.all.count < blocks, "Something waited for a thread of the pool")
  }

  @Test(arguments: [4, 16, 100]) func `A pool doubles its threads while all of them are blocked`(count: Int) {
    var state = ThreadPool.State()
    state.threads = 2
    for _ in 0..<count { state.jobs.append {} }
    state.added = count
    state.addedBefore = count
    var threads: [ThreadPool] = []
    func takeAll() {
      while threads.count < state.threads, state.take() != nil {
        // Any object identifies a thread.
        threads.append(ThreadPool(""))
        state.busy[ObjectIdentifier(threads[threads.count - 1])] = state.checks
      }
    }
    takeAll()
    while let missing = state.check(cores: 2), state.checks < 1_000 {
      #expect(missing <= threads.count + 2)
      takeAll()
    }
    #expect(threads.count == count)
    #expect(state.checks <= 16)
  }

  @Test func `A pool whose threads make progress adds none`() {
    var state = ThreadPool.State()
    let thread = ThreadPool("")
    state.threads = 2
    for _ in 0..<100 { state.jobs.append {} }
    (state.added, state.addedBefore) = (100, 100)
    for _ in 0..<50 {
      _ = state.take()
      state.busy[ObjectIdentifier(thread)] = state.checks
      #expect(state.check(cores: 2) == 0)
    }
  }

  @Test func `A pool gives each job that blocks a thread of its own, and ends the threads that have no work`()
    async throws
  {
    let pool = ThreadPool("Test")
    let (began, end) = (LockedList<Int>(), DispatchSemaphore(value: 0))
    for number in 0..<300 {
      pool.submit {
        began.append(number)
        _ = end.wait(orSay: "The test did not end a job")
      }
    }
    try await patiently("Not all jobs began") { began.all.count == 300 }
    for _ in 0..<300 { end.signal() }
    try await patiently("The threads did not end") { pool.threadCount == 0 }
    let again = AsyncSignal()
    pool.submit { again.send() }
    try await again.wait(orSay: "The pool did not begin again")
  }
}

/// Steps that block their threads until the test ends them.
private final class Blocking: Sendable {
  private let visits = LockedList<String>()
  private let numbers = Locked(0)
  private let end = DispatchSemaphore(value: 0)

  /// The keys of the visits that have begun.
  var begun: [String] { visits.all }

  func open(_ count: Int) {
    for _ in 0..<count { end.signal() }
  }

  private func block(_ visit: String) {
    visits.append(visit)
    _ = end.wait(orSay: "The test did not end a step")
  }

  /// A step whose async function blocks.
  var asyncStep: FlowStepDeclaration<String, String> {
    text("block") { [self] _, visit in
      block(visit.key)
      return "attempt \(visit.attempt)"
    }
  }

  /// A step whose intent blocks the queue of the run.
  var step: FlowStepDeclaration<String, String> {
    FlowStepDeclaration(String.self, String.self, identifier: "block") { [self] _ in
      FlowStep(String.self, String.self, identifier: "block") { [self] content in
        let handler = FlowStepHandler(String.self, String.self)
        let visit = numbers.withLock { number in
          number += 1
          return number
        }
        block("\(visit)")
        handler.complete("attempt 1")
        return handler
      }
    }
  }
}

/// A store in front of another one that counts heartbeats.
private final class HeartbeatStore: ForwardingStore {
  typealias Body = @Sendable ([RunNumber: Int], Set<RunNumber>) -> Void

  private struct State {
    var heartbeats: [RunNumber: Int] = [:]
    var claimed: Set<RunNumber> = []
    var body: Body?
  }

  let store: any FlowStore
  private let state = Locked(State())

  init(_ store: any FlowStore) {
    self.store = store
  }

  var heartbeats: [RunNumber: Int] { state.withLock { $0.heartbeats } }

  /// Sets a closure that is called after each heartbeat with the numbers of heartbeats and the claimed runs.
  func onHeartbeat(_ body: @escaping Body) {
    state.withLock { $0.body = body }
  }

  func claim(_ request: ClaimRequest) async throws(StoreError) -> [ClaimedRun] {
    let claimed = try await store.claim(request)
    state.withLock { $0.claimed.formUnion(claimed.map(\.run)) }
    return claimed
  }

  func append(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition
  ) async throws(StoreError) -> RunInbox {
    let inbox = try await store.append(records, to: run, then: disposition)
    if records.isEmpty, disposition.isHold {
      let (heartbeats, claimed, body) = state.withLock { state in
        state.heartbeats[run.run, default: 0] += 1
        return (state.heartbeats, state.claimed, state.body)
      }
      body?(heartbeats, claimed)
    }
    return inbox
  }
}
