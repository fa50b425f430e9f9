import Dispatch
@testable import FlowDurable
import FlowDurableTesting
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// The time that a batch waits for more calls.
struct GroupCommitTests {
  /// Returns the state after a batch of calls and its sync.
  private func after(calls: Int, sync: Duration = .milliseconds(1)) -> GroupCommit {
    var group = GroupCommit()
    group.wrote(calls: calls, arrived: 0, sync: sync)
    return group
  }

  @Test func `A batch waits for as many calls as the last one had, at most for the time of two syncs`() {
    var group = after(calls: 8)
    #expect(group.wait(calls: 1) == .milliseconds(2))
    #expect(group.wait(calls: 7) == .milliseconds(2))
    #expect(group.wait(calls: 8) == nil)
    // Calls that arrived while the last batch was written form one group with it.
    group.wrote(calls: 2, arrived: 6, sync: .milliseconds(1))
    #expect(group.wait(calls: 7) == .milliseconds(2))
    #expect(group.wait(calls: 8) == nil)
    group = after(calls: 8, sync: .seconds(1))
    #expect(group.wait(calls: 1) == GroupCommit.longestWait)
  }

  @Test func `One call alone never waits, and neither does the first batch`() {
    var group = GroupCommit()
    #expect(group.wait(calls: 1) == nil)
    group = after(calls: 1)
    #expect(group.wait(calls: 1) == nil)
  }

  @Test func `A batch never waits if a sync is as short as a timer`() {
    var group = after(calls: 8, sync: .microseconds(49))
    #expect(group.wait(calls: 1) == nil)
    group = after(calls: 8, sync: .zero)
    #expect(group.wait(calls: 1) == nil)
  }

  @Test func `Waits in vain make more and more batches not wait, until a wait is worth it`() {
    /// Returns the number of batches without a wait before each wait, if all waits end with a number of calls.
    func pauses(_ group: inout GroupCommit, waits: Int, endingWith calls: Int) -> [Int] {
      var pauses: [Int] = []
      for _ in 0..<waits {
        var pause = 0
        while group.wait(calls: 1) == nil {
          pause += 1
          group.wrote(calls: 8, arrived: 0, sync: .milliseconds(1))
        }
        group.hasWaited(calls: calls)
        group.wrote(calls: 8, arrived: 0, sync: .milliseconds(1))
        pauses.append(pause)
      }
      return pauses
    }
    var group = after(calls: 8)
    #expect(pauses(&group, waits: 9, endingWith: 5) == [0, 1, 2, 4, 8, 16, 32, 64, 64])
    #expect(pauses(&group, waits: 3, endingWith: 6) == [64, 0, 0])
    #expect(pauses(&group, waits: 3, endingWith: 5) == [0, 1, 2])
  }
}

/// A store whose batches wait.
struct GroupCommitStoreTests {
  private let disk = SimulatedDisk()
  private let queue = HeldJournalQueue()

  /// Creates a store with claimed runs.
  private func makeStore(runs: Int) async throws -> (FileStore, [ClaimedRun]) {
    let store = try FileStore(at: "j", on: disk, timed: ManualClock(), executingOn: queue)
    for _ in 0..<runs { _ = try await store.add(NewRun(flow: "order")) }
    return (store, try await store.claim(ClaimRequest(["order"], limit: runs, lease: .seconds(300))))
  }

  /// Appends a record to each of some runs, so that all appends reach the store before it does anything.
  private func append(to claims: some Collection<ClaimedRun>, of store: FileStore) async throws -> [Task<
    Void, any Error
  >] {
    queue.hold()
    let tasks = claims.map { claim in
      Task {
        _ = try await store.append(
          [FlowRecord(.started(.init(step: "a", visit: 1)))], to: claim, then: .hold(lease: .seconds(300)))
      }
    }
    try await patiently("The appends did not reach the store") { store.arrivedCount >= claims.count }
    queue.release()
    return tasks
  }

  @Test func `Runs that come back one after another share a sync`() async throws {
    let (store, claims) = try await makeStore(runs: 8)
    var before = disk.syncs
    for task in try await append(to: claims, of: store) { try await task.value(orSay: "An append did not end") }
    #expect(disk.syncs == before + 1)
    before = disk.syncs
    let first = try await append(to: claims.prefix(3), of: store)
    let delayed = try await queue.nextDelayed()
    #expect(delayed.delay == .milliseconds(2))
    #expect(disk.syncs == before)
    let others = try await append(to: claims.dropFirst(3), of: store)
    for task in first + others { try await task.value(orSay: "An append did not end") }
    #expect(disk.syncs == before + 1)
    // The delayed turn finds nothing to do, also when another batch waits.
    let next = try await append(to: claims.prefix(3), of: store)
    delayed.turn()
    try await queue.nextDelayed().turn()
    for task in next { try await task.value(orSay: "An append did not end") }
    #expect(disk.syncs == before + 2)
  }

  @Test func `A batch doesn't wait longer than its time`() async throws {
    let (store, claims) = try await makeStore(runs: 8)
    for task in try await append(to: claims, of: store) { try await task.value(orSay: "An append did not end") }
    let before = disk.syncs
    let first = try await append(to: claims.prefix(3), of: store)
    try await queue.nextDelayed().turn()
    for task in first { try await task.value(orSay: "An append did not end") }
    #expect(disk.syncs == before + 1)
    // The wait was in vain, so the next batch doesn't wait.
    for task in try await append(to: claims.prefix(2), of: store) {
      try await task.value(orSay: "An append did not end")
    }
    #expect(disk.syncs == before + 2)
  }

  @Test func `A command isn't refused before the end of its run is on disk`() async throws {
    let (store, claims) = try await makeStore(runs: 1)
    let claim = try #require(claims.first)
    try JournalCommands(of: "j", on: disk).post(FlowMessage(.cancel), to: claim.run)
    queue.hold()
    let ending = Task {
      try await store.append([FlowRecord(.ended(.init(.completed)))], to: claim, then: .end(.completed))
    }
    try await patiently("The end did not reach the store") { queue.heldCount == 1 }
    let claiming = Task { try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(300))) }
    try await patiently("The claim did not reach the store") { queue.heldCount == 2 }
    queue.executeHeld()
    #expect(try disk.files(in: "j.d").map { $0.hasSuffix(".json") } == [true])
    queue.release()
    _ = try await ending.value(orSay: "The end was not written")
    #expect(try await claiming.value(orSay: "The claim did not end") == [])
    #expect(try disk.files(in: "j.d").map { $0.hasSuffix(".json.refused") } == [true])
  }

  @Test func `A store that ends while a batch waits lets all calls return`() async throws {
    let (store, claims) = try await makeStore(runs: 8)
    for task in try await append(to: claims, of: store) { try await task.value(orSay: "An append did not end") }
    let first = try await append(to: claims.prefix(3), of: store)
    let delayed = try await queue.nextDelayed()
    await store.end(.broken(file: "j", reason: "Input/output error"))
    for task in first {
      await #expect(throws: StoreError.self) { try await task.value(orSay: "An append did not end") }
    }
    delayed.turn()
    await #expect(throws: StoreError.self) { try await store.close() }
  }
}

/// The queue of a journal that a test can hold, and on which a sync takes a millisecond.
private final class HeldJournalQueue: JournalQueue {
  typealias Turn = @Sendable () -> Void

  private static let key = DispatchSpecificKey<Bool>()

  private struct State: Sendable {
    var held: [Turn]?
    var time = Duration.zero
  }

  private let queue = DispatchQueue(label: "FlowDurableTests.held")
  private let state = Locked(State())
  private let (delayed, delays) = AsyncStream<(delay: Duration, turn: Turn)>.makeStream()

  init() {
    queue.setSpecific(key: Self.key, value: true)
  }

  var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) == true }

  var now: Duration {
    state.withLock { state in
      state.time += .milliseconds(1)
      return state.time
    }
  }

  func submit(_ turn: @escaping Turn) {
    let isHeld = state.withLock { state in
      state.held?.append(turn)
      return state.held != nil
    }
    if !isHeld { queue.async(execute: turn) }
  }

  func submit(_ turn: @escaping Turn, after delay: Duration) {
    delays.yield((delay, { self.submit(turn) }))
  }

  /// Holds the turns that come from now on.
  func hold() {
    state.withLock { $0.held = [] }
  }

  func release() {
    for turn in state.withLock({ $0.held.take() }) ?? [] { queue.async(execute: turn) }
  }

  /// The number of held turns.
  var heldCount: Int { state.withLock { $0.held?.count ?? 0 } }

  /// Executes the held turns, and holds those that they submit.
  func executeHeld() {
    let turns = state.withLock { state in
      defer { state.held = [] }
      return state.held ?? []
    }
    for turn in turns { queue.async(execute: turn) }
    queue.sync {}
  }

  /// Waits for the next turn that was submitted with a delay.
  func nextDelayed() async throws -> (delay: Duration, turn: Turn) {
    let next = Task { [delayed] in await delayed.first { _ in true } }
    return try await next.value(orSay: "No batch waited") ?? (.zero, { @Sendable in })
  }
}
