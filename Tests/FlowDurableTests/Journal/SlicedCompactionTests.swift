@testable import FlowDurable
import FlowDurableTesting
import FlowJSON
import FlowState
import FlowStateTesting
import Foundation
import TestSupport
import Testing

/// The slices of a compaction, and what happens between them.
struct SlicedCompactionTests {
  private let disk = SimulatedDisk()
  private let clock = ManualClock()
  private let events = LockedList<String>()
  private let request = ClaimRequest(["order"], limit: 1_000, lease: .seconds(30))

  private func store(compactingAt size: Int = .max, inSlicesOf slice: Int = 512 << 10) throws -> FileStore {
    try FileStore(
      at: "j", on: disk, surviving: .process, timed: clock, compactingAt: size, inSlicesOf: slice
    ) { [events] in events.append("\($0)") }
  }

  private func record(_ bytes: Int) -> FlowRecord {
    FlowRecord(.undone(.init(step: String(repeating: "x", count: bytes), visit: 1)))
  }

  @Test func `A compaction catches up with a journal that grows by more than a slice between two slices`() async throws
  {
    let store = try store()
    for _ in 0..<20 {
      _ = try await store.add(NewRun(flow: "order", content: .string(String(repeating: "x", count: 100))))
    }
    let claims = try await store.claim(request)
    let begin = try #require(await store.journal)
    var compaction = try JournalCompaction(
      disk, of: begin, await store.state, store: "s", at: StoreTime(milliseconds: 0), sliceSize: 512)
    for round in 1... {
      for claim in claims {
        _ = try await store.append([record(1_000)], to: claim, then: .hold(lease: .seconds(30)))
      }
      let journal = try #require(await store.journal)
      if try compaction.copySlice(from: journal) { break }
      try #require(round < 20, "The compaction didn't catch up.")
    }
    let state = await store.state
    #expect(compaction.compare(with: state) == (true, true))
  }

  @Test func `Runs are compared some at a time, and a difference is found`() async throws {
    let store = try store()
    for _ in 0..<10 { _ = try await store.add(NewRun(flow: "order")) }
    let before = await store.state
    #expect(before.hasSameRecords(as: before, from: 0, limit: 4) == (true, 5))
    #expect(before.hasSameRecords(as: before, from: 5, limit: 4) == (true, 9))
    #expect(before.hasSameRecords(as: before, from: 9, limit: 4) == (true, nil))
    _ = try await store.send(FlowMessage(.message(name: "m", body: 1)), to: RunNumber(rawValue: 7))
    let after = await store.state
    #expect(after.hasSameRecords(as: before, from: 0, limit: 4).isSame)
    #expect(!after.hasSameRecords(as: before, from: 5, limit: 4).isSame)
    _ = try await store.add(NewRun(flow: "order"))
    #expect(!(await store.state).hasSameRecords(as: before, from: 0, limit: 4).isSame)
  }

  @Test func `A run that changes before it is moved to a new file is moved first`() throws {
    typealias State = StoreState<JournalPlace>
    var state = State(limits: StoreLimits())
    func place(_ offset: Int) -> JournalPlace { JournalPlace(offset: offset, length: 10) }
    let time = StoreTime(milliseconds: 0)
    func add(_ number: Int) throws {
      let outline = StoreTransaction.RunOutline(NewRun(flow: "order"))
      try state.apply(.add(run: number, outline, due: time, at: time), at: [place(number)])
    }
    for number in 1...200 { try add(number) }
    var other = state.withoutQueue()
    other.move(to: (1...200).map { State.NewPlaces(run: $0, records: [place(1_000 + $0)]) })
    state.beginMoving(to: other)
    try add(201)
    let message = FlowMessage(.message(name: "m", body: 1), key: "k")
    for number in [3, 150] {
      try state.apply(.send(run: number, message, at: time), at: [place(2_000 + number)])
    }
    for number in [5, 151] {
      let ended = FlowRecord(.ended(.init(.completed)))
      try state.apply(.append(run: number, [.init(ended)], then: .end(.completed), at: time), at: [place(3_000)])
    }
    try state.apply(.forget([5, 151], at: time), at: [])
    func offsets(_ number: Int) -> [Int] {
      guard let index = state.table.index(of: number) else { return [] }
      let run = state.moved(state.table[index])
      return run.places.map(\.offset) + (run.messages?.all().map(\.place.offset) ?? [])
    }
    func check() {
      for number in 1...200 where ![3, 5, 150, 151].contains(number) {
        #expect(offsets(number) == [1_000 + number])
      }
      #expect(offsets(3) == [1_003, 2_003])
      #expect(offsets(150) == [1_150, 2_150])
      #expect(offsets(201) == [201])
      #expect(state.table.index(of: 5) == nil && state.table.index(of: 151) == nil)
    }
    check()
    var slices = 1
    while state.moveNext(64) {
      slices += 1
      check()
    }
    #expect(slices >= 3)
    #expect(state.moves == nil)
    check()
    #expect(state.weight == state.withoutQueue().weight)
  }

  @Test func `Runs are read, changed, and removed while they are moved to the new file`() async throws {
    let store = try store(compactingAt: 200_000)
    let text = String(repeating: "x", count: 2_000)
    for number in 1...9_000 { _ = try await store.add(NewRun(flow: "other", key: "\(number)")) }
    _ = try await store.add(NewRun(flow: "order"))
    let claim = try #require(try await store.claim(request).first)
    var visit = 0
    while !events.all.contains(where: { $0.contains("was compacted") }) {
      visit += 1
      try #require(visit < 20_000)
      let snapshot = FlowRecord(.snapshot(.init(.integer(Int64(visit)), step: "a")))
      let records = [FlowRecord(.undone(.init(step: text, visit: visit))), snapshot]
      _ = try await store.append(records, to: claim, then: .hold(lease: .seconds(30)))
      if visit % 100 == 0 {
        _ = try await store.send(
          FlowMessage(.message(name: "m", body: .integer(Int64(visit))), key: "\(visit)"),
          to: RunNumber(rawValue: 1 + visit % 9_000))
      }
    }
    for number in [1, 4_000, 8_999] {
      _ = try await store.send(FlowMessage(.message(name: "m", body: 7), key: "late"), to: RunNumber(rawValue: number))
      #expect(try await store.records(of: RunNumber(rawValue: number), after: 0, limit: 9).count == 1)
    }
    var texts: [String] = []
    func contents(_ store: FileStore) async throws -> [String] {
      texts = []
      for run in try await store.runs(RunQuery(), after: nil, limit: .max) where run.number.rawValue % 97 == 1 {
        texts.append("\(run.number) \(try await store.records(of: run.number, after: 0, limit: .max))")
        texts.append("\(try await store.messages(of: run.number, after: 0, limit: .max))")
      }
      return texts
    }
    let all = try await contents(store)
    try await store.close()
    #expect(try await contents(try FileStore(at: "j", on: disk, timed: clock)) == all)
  }

  @Test func `A compaction that a full disk has prevented is tried again a minute later`() async throws {
    let system = CrampedFileSystem(disk)
    let store = try FileStore(
      at: "j", on: system, surviving: .process, timed: clock, compactingAt: 20_000
    ) { [events] in events.append("\($0)") }
    _ = try await store.add(NewRun(flow: "order"))
    let claim = try #require(try await store.claim(request).first)
    func append() async throws {
      let records = [record(100), FlowRecord(.snapshot(.init(1, step: "a")))]
      _ = try await store.append(records, to: claim, then: .hold(lease: .seconds(30)))
      // The store has compacted, or has refused to, when it performs the next call.
      _ = try await store.now()
    }
    while disk.bytes("j").count <= 20_000 { try await append() }
    try await patiently("The compaction did not fail") { events.all.count == 1 }
    #expect(events.all.first?.contains("be compacted") == true, "\(events.all)")
    system.isFull.withLock { $0 = false }
    for _ in 0..<3 { try await append() }
    #expect(events.all.count == 1)
    clock.advance(by: .seconds(60))
    try await append()
    try await patiently("The journal was not compacted") { events.all.count == 2 }
    #expect(events.all.last?.contains("was compacted from") == true, "\(events.all)")
  }
}

/// A disk on which there is no space for a new file.
private final class CrampedFileSystem: ForwardingFileSystem {
  let isFull = Locked(true)
  let disk: SimulatedDisk

  init(_ disk: SimulatedDisk) {
    self.disk = disk
  }

  func open(_ path: String, _ mode: FileMode) throws(FileFailure) -> (any OpenFile)? {
    let hasJournal = !disk.bytes("j").isEmpty
    if path == "j.new", hasJournal, isFull.withLock({ $0 }) { throw FileFailure("open", code: ENOSPC) }
    return try disk.open(path, mode)
  }
}
