@testable import FlowDurable
import FlowDurableTesting
import FlowJSON
import FlowState
import TestSupport
import Testing

/// The clock of the system jumps while a journal is open, or between two processes that open it.
struct ClockJumpTests {
  private static let day: Int64 = 86_400
  private static let start: Int64 = 1_763_760_000

  /// A journal with an ended run, on a clock that the test sets.
  private final class Life: Sendable {
    let wall = Guarded(ClockJumpTests.start)
    let disk = SimulatedDisk()
    let events = LockedList<JournalEvent>()

    func set(_ seconds: Int64) { wall.withLock { $0 = seconds } }

    func open(compactingAt size: Int = 64 << 20) throws -> FileStore {
      let clock = WallClock { [self] in wall.withLock { $0 } * 1_000_000_000 }
      let list = events
      return try FileStore(at: "j", on: disk, timed: clock, compactingAt: size) { list.append($0) }
    }

    func endOneRun(in store: FileStore) async throws {
      _ = try await store.add(NewRun(flow: "order"))
      let claim = try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30)))
      _ = try await store.append([], to: claim[0], then: .end(.completed))
    }

    /// Removes runs that ended more than seven days ago, as a worker does each hour.
    func forget(in store: FileStore) async throws -> Int {
      let time = try await store.now().advanced(by: .zero - .seconds(7 * ClockJumpTests.day))
      return try await store.forget(endedBefore: time, limit: 9)
    }

    /// The skipped days that were reported.
    var skippedDays: [Int64] {
      events.all.compactMap { event in
        if case .timeSkipped(_, let duration) = event {
          (duration.components.seconds + 3_600) / ClockJumpTests.day
        } else {
          nil
        }
      }
    }
  }

  @Test func `A clock that was behind when the journal was opened, and is set right, ends no wait early`() async throws
  {
    let life = Life()
    let store = try life.open()
    _ = try await store.add(NewRun(flow: "order"))
    let request = ClaimRequest(["order"], limit: 1, lease: .seconds(30))
    let claim = try await store.claim(request)
    let wait = RunDisposition.wait(.after(.seconds(2 * Self.day)), for: [])
    _ = try await store.append([], to: claim[0], then: wait)
    try await store.close()
    life.set(Self.start - 3 * Self.day)
    let behind = try life.open()
    #expect(try await behind.now() >= StoreTime(milliseconds: Self.start * 1_000))
    life.set(Self.start + Self.day)
    #expect(try await behind.claim(request) == [])
    #expect(try await behind.now() < StoreTime(milliseconds: (Self.start + Self.day + 60) * 1_000))
    life.set(Self.start + 2 * Self.day + 1)
    #expect(try await behind.claim(request).count == 1)
    try await behind.close()
  }

  @Test func `An ended run is kept when the clock jumps ahead, and removed after seven days more`() async throws {
    let life = Life()
    let store = try life.open()
    try await life.endOneRun(in: store)
    life.set(Self.start + 3_650 * Self.day)
    #expect(try await life.forget(in: store) == 0)
    #expect(life.skippedDays == [3_649])
    // The jump counted as one day.
    for day in 1...6 {
      life.set(Self.start + (3_650 + Int64(day)) * Self.day)
      #expect(try await life.forget(in: store) == 0)
    }
    life.set(Self.start + 3_657 * Self.day + 60)
    #expect(try await life.forget(in: store) == 1)
    #expect(life.skippedDays == [3_649])
  }

  @Test(arguments: [false, true])
  func `An ended run is kept when the next process has a clock that is ahead`(isCompacted: Bool) async throws {
    let life = Life()
    let store = try life.open()
    try await life.endOneRun(in: store)
    life.set(Self.start + 3_650 * Self.day)
    if isCompacted {
      // The compaction happens after the jump. The new file has no line from before it.
      #expect(try await life.forget(in: store) == 0)
      try await store.close()
      let compacting = try life.open(compactingAt: 0)
      _ = try await compacting.add(NewRun(flow: "other"))
      let claim = try await compacting.claim(ClaimRequest(["other"], limit: 1, lease: .seconds(30)))
      let snapshot = FlowRecord(.snapshot(.init(.string(String(repeating: "s", count: 1_000)), step: nil)))
      for _ in 0..<9 { _ = try await compacting.append([snapshot], to: claim[0], then: .hold(lease: .seconds(30))) }
      try await compacting.close()
    } else {
      try await store.close()
    }
    life.set(Self.start + 3_651 * Self.day - 60)
    let next = try life.open()
    #expect(try await life.forget(in: next) == 0)
    for day in 1...4 {
      life.set(Self.start + (3_651 + Int64(day)) * Self.day - 120)
      #expect(try await life.forget(in: next) == 0)
    }
    var removed = 0
    for seconds in [3_656 * Self.day - 180, 3_657 * Self.day - 240, 3_658 * Self.day - 300] {
      life.set(Self.start + seconds)
      removed += try await life.forget(in: next)
    }
    #expect(removed == 1)
    #expect(life.events.all.contains { if case .compacted = $0 { true } else { false } } == isCompacted)
  }

  @Test func `A clock that is set back is reported at the next opening, and the time of the journal doesn't go back`()
    async throws
  {
    let life = Life()
    let store = try life.open()
    try await life.endOneRun(in: store)
    let before = try #require(try await store.runs(RunQuery(), after: nil, limit: 1).first?.changed)
    try await store.close()
    life.set(Self.start - 3_650 * Self.day)
    let next = try life.open()
    #expect(try await next.now() >= before)
    // Real time also passes between two readings of one clock, in each of the processes.
    let isReported = life.events.all.contains { event in
      if case .clockBehind(_, let duration) = event { duration >= .seconds(3_649 * Self.day) } else { false }
    }
    #expect(isReported)
    #expect(try await life.forget(in: next) == 0)
  }
}
