@testable import FlowDurable
import FlowDurableTesting
import FlowJSON
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Journals that version 0.1 has made. Only a compaction makes files of the current format of them.
struct FormatOneTests {
  private let clock = ManualClock()

  /// Returns a disk with a new journal.
  private static func disk(version: Int) -> SimulatedDisk {
    let header = JournalHeader(file: 7, version: version)
    let created = Array(#"{"created":0,"store":"s","next":1}"#.utf8)
    return SimulatedDisk(
      "j", header.bytes + JournalLine.bytes(created, number: 1, synced: 29, at: 29, in: header))
  }

  private static func text(_ disk: SimulatedDisk) -> String { String(decoding: disk.bytes("j"), as: UTF8.self) }
  private static func header(_ disk: SimulatedDisk) -> String { String(text(disk).prefix(20)) }

  private func store(
    on disk: SimulatedDisk, compactingAt size: Int = .max, inSlicesOf slice: Int = 100
  ) throws -> FileStore {
    try FileStore(at: "j", on: disk, timed: clock, compactingAt: size, inSlicesOf: slice)
  }

  private static func contents(_ store: any FlowStore) async throws -> String {
    var text = ""
    for run in try await store.runs(RunQuery(), after: nil, limit: .max) {
      text += "\(run)\n\(try await store.records(of: run.number, after: 0, limit: .max))\n"
      text += "\(try await store.messages(of: run.number, after: 0, limit: .max))\n"
    }
    return text
  }

  @Test func `A file of format 1 gets lines of format 1 until a compaction makes one of format 2`() async throws {
    let disk = Self.disk(version: 1)
    var store = try store(on: disk)
    let request = ClaimRequest(["f"], limit: 1, lease: .seconds(30), worker: "w")
    let run = try await store.add(NewRun(flow: "f")).run
    let claim = try #require(try await store.claim(request).first)
    let waiting = FlowRecord(.waiting(.init(step: "a", visit: 1)))
    _ = try await store.append([waiting, waiting], to: claim, then: .wait(.never, for: []))
    var answer = FlowMessage(.message(name: "M", body: 1))
    answer.answering = VisitAnswer(VisitToken(run: run, step: "a", number: 1), restingAt: 3)
    #expect(try await store.send(answer, to: run) == .delivered(1))
    _ = try await store.claim(request)
    let lines = Self.text(disk).split(separator: "\n").suffix(5).map { $0.drop { $0 != "{" && $0 != "[" } }
    #expect(
      lines == [
        #"{"run":1,"began":"f","at":0}"#, #"{"claimed":[1],"until":30000,"by":"w","at":0}"#,
        #"[{"run":1,"waiting":"a","visit":1,"at":0},{"run":1,"waiting":"a","visit":1,"at":0,"#
          + #""then":{"wait":null,"for":[]}}]"#,
        #"{"run":1,"message":"M","body":1,"visit":"1/a#1","resting":3,"at":0}"#,
        #"{"claimed":[1],"until":30000,"by":"w","at":0}"#,
      ])
    #expect(Self.text(disk).contains(/\n[0-9a-f]{8} [0-9a-f]+ 7 \{"claimed"/))
    try await store.close()
    store = try self.store(on: disk, compactingAt: 0)
    #expect(Self.header(disk) == "FlowState journal 1 ")
    let again = try #require(try await store.claim(request).first)
    for visit in Int64(1)...60 {
      let snapshot = FlowRecord(.snapshot(.init(.integer(visit), step: "a")))
      _ = try await store.append([snapshot], to: again, then: .hold(lease: .seconds(30)))
    }
    _ = try await store.append([], to: again, then: .wait(.never, for: ["M"]))
    #expect(Self.header(disk) == "FlowState journal 2 ")
    let contents = try await Self.contents(store)
    await store.abandon()
    #expect(try await Self.contents(try self.store(on: disk)) == contents)
  }

  /// Compacts the journal of a store: what it has appended since a compaction has begun.
  private static func finish(_ compaction: inout JournalCompaction, of store: FileStore) async throws {
    while !(try compaction.copySlice(from: try #require(await store.journal))) {}
    _ = try compaction.finish(JournalEntry.note("compacted", at: StoreTime(milliseconds: 0)))
  }

  private static func compaction(of store: FileStore, on disk: SimulatedDisk) async throws -> JournalCompaction {
    try JournalCompaction(
      disk, of: try #require(await store.journal), await store.state, store: "s", at: StoreTime(milliseconds: 0),
      sliceSize: 64)
  }

  @Test func `A run that stays with its worker after a wait is held in the compacted file, too`() async throws {
    let disk = Self.disk(version: 1)
    let store = try store(on: disk)
    _ = try await store.add(NewRun(flow: "f"))
    let request = ClaimRequest(["f"], limit: 1, lease: .seconds(30), worker: "w")
    let claim = try #require(try await store.claim(request).first)
    var compaction = try await Self.compaction(of: store, on: disk)
    let waiting = FlowRecord(.waiting(.init(step: "a", visit: 1)))
    _ = try await store.append([waiting], to: claim, then: .hold(lease: .seconds(30)))
    try await Self.finish(&compaction, of: store)
    #expect(Self.header(disk) == "FlowState journal 2 ")
    let runs = try await JournalReader(at: "j", on: disk, timed: clock).runs(RunQuery(), after: nil, limit: 1)
    #expect(runs.map(\.state.kind) == [.held])
  }

  @Test func `Damage of a file of format 1 is found`() async throws {
    let disk = Self.disk(version: 1)
    let store = try store(on: disk)
    for _ in 0..<3 { _ = try await store.add(NewRun(flow: "f")) }
    try await store.close()
    var bytes = disk.bytes("j")
    let place = try #require(Self.text(disk).utf8.ranges(of: "{\"run\":2".utf8).first)
    let offset = Self.text(disk).utf8.distance(from: Self.text(disk).startIndex, to: place.lowerBound)
    bytes[offset] ^= 1
    let error = #expect(throws: StoreError.self) { try self.store(on: SimulatedDisk("j", bytes)) }
    guard case .damaged? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test(.disabled(if: isThreadSanitized, "one call comes after another"), arguments: 1...4)
  func `The same random calls leave the same runs in files of both formats, and in the compacted ones`(
    seed: UInt64
  ) async throws {
    var found: [String] = []
    for version in [1, 2] {
      let (disk, clock) = (Self.disk(version: version), ManualClock())
      @Sendable func open() throws -> FileStore {
        try FileStore(at: "j", on: disk, surviving: .process, timed: clock, compactingAt: .max)
      }
      let latest = Locked<FileStore>(try open())
      let first = latest.withLock { $0 }
      var compaction = try await Self.compaction(of: first, on: disk)
      let subject = StoreUnderTest(
        first,
        reopening: { store in
          await (store as? FileStore)?.abandon()
          let store = try open()
          latest.withLock { $0 = store }
          return store
        }, advancing: { clock.advance(by: $0) })
      try await RandomStoreOperations(seed: seed).check(subject, count: 400)
      #expect(Self.header(disk) == "FlowState journal \(version) ")
      found.append(try await Self.contents(try JournalReader(at: "j", on: disk, timed: clock)))
      try await Self.finish(&compaction, of: latest.withLock { $0 })
      #expect(Self.header(disk) == "FlowState journal 2 ")
      found.append(try await Self.contents(try JournalReader(at: "j", on: disk, timed: clock)))
    }
    #expect(Set(found.map { $0.hashValue }).count == 1)
    #expect(found[0].count > 1_000)
  }
}
