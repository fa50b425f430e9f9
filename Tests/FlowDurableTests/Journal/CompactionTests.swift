@testable import FlowDurable
import FlowDurableTesting
import FlowJSON
import FlowState
import FlowStateTesting
import Foundation
import TestSupport
import Testing

struct CompactionTests {
  private static let request = ClaimRequest(["loop"], limit: 1, lease: .seconds(30))

  private static func contents(_ store: any FlowStore) async throws -> String {
    var text = ""
    for run in try await store.runs(RunQuery(), after: nil, limit: .max) {
      text += "\(run)\n\(try await store.records(of: run.number, after: 0, limit: .max))\n"
    }
    return text
  }

  private static func isFailure(_ event: JournalEvent) -> Bool {
    if case .notCompacted = event { true } else { false }
  }

  /// Lets a run loop, with a snapshot every 10 visits.
  private static func loop(_ store: FileStore, visits: Int) async throws {
    _ = try await store.add(NewRun(flow: "loop", key: "1"))
    guard let claim = try await store.claim(request).first else { return }
    for visit in 1...visits {
      var records = [FlowRecord(.undone(.init(step: "a step with a long name", visit: visit)))]
      if visit % 10 == 0 { records.append(FlowRecord(.snapshot(.init(.integer(Int64(visit)), step: "a")))) }
      _ = try await store.append(records, to: claim, then: .hold(lease: .seconds(30)))
    }
    _ = try await store.append([], to: claim, then: .wait(.after(.seconds(99)), for: ["m", "n"]))
  }

  @Test("The journal of a looping run stays below four times its compaction size and keeps its contents")
  func flat() async throws {
    let (disk, clock) = (SimulatedDisk(), ManualClock())
    let events = Locked<[JournalEvent]>([])
    let store = try FileStore(at: "j", on: disk, surviving: .process, timed: clock, compactingAt: 8_192) { event in
      events.withLock { $0.append(event) }
    }
    for _ in 0..<5 {
      try await Self.loop(store, visits: 200)
      #expect(disk.bytes("j").count < 4 * 8_192)
      _ = try await store.send(FlowMessage(.retry), to: RunNumber(rawValue: 1))
      let claim = try #require(try await store.claim(Self.request).first)
      let taken = FlowRecord(.undone(.init(step: "a", visit: 1)), taking: claim.messages.map(\.number))
      _ = try await store.append([taken], to: claim, then: .release(after: .zero))
    }
    #expect(events.withLock { $0.count } > 5)
    let first = try #require(events.withLock { $0.first }?.description)
    #expect(first.wholeMatch(of: /'j' was compacted from [0-9]+ to [0-9]+ bytes\./) != nil)
    let all = try await Self.contents(store)
    try await store.close()
    #expect(try await Self.contents(try FileStore(at: "j", on: disk, timed: clock)) == all)
  }

  @Test(
    "The longest line that readers accept is written to a new journal, and a longer one isn't", .countsManyUnits,
    .enabled(if: Trials.areAll, "the line has 48 mebibytes"))
  func longestLine() throws {
    var creation = try JournalCreation(
      SimulatedDisk(), path: "j", store: "s", at: StoreTime(milliseconds: 0))
    func keys(_ count: Int) -> JSONObject { ["keys": .string(String(repeating: "k", count: count))] }
    let short = try creation.append(keys(1))
    let rest = Int(short.length) - 1
    let longest = try creation.append(keys(JournalLine.longest - rest))
    #expect(Int(longest.length) == JournalLine.longest)
    let error = StoreError.tooLarge(
      value: "A line of 'j'", bytes: JournalLine.longest + 1, limit: JournalLine.longest)
    // The number of bytes before this line that aren't synced has five digits more.
    #expect(throws: error) { try creation.append(keys(JournalLine.longest - rest + 1 - 5)) }
    // The refused line takes no place.
    #expect(try creation.append(keys(1)).offset == longest.offset + JournalLine.longest)
  }

  @Test("Waiting messages and the keys of taken messages survive a compaction")
  func messages() async throws {
    let (disk, clock) = (SimulatedDisk(), ManualClock())
    var store = try FileStore(at: "j", on: disk, timed: clock, compactingAt: 0)
    let run = try await store.add(NewRun(flow: "loop")).run
    func message(_ number: Int) -> FlowMessage {
      FlowMessage(.message(name: "m", body: .integer(Int64(number))), key: "\(number)")
    }
    for number in 1...3 { _ = try await store.send(message(number), to: run) }
    let claim = try #require(try await store.claim(Self.request).first)
    let text = String(repeating: "x", count: 2_000)
    for visit in 1...20 {
      let records = [
        FlowRecord(.undone(.init(step: text, visit: visit)), taking: visit == 1 ? [2] : []),
        FlowRecord(.snapshot(.init(1, step: "a"))),
      ]
      _ = try await store.append(records, to: claim, then: .hold(lease: .seconds(30)))
    }
    #expect(disk.bytes("j").count < 20 * 2_000, "The journal wasn't compacted.")
    for _ in 0..<2 {
      for number in 1...3 { #expect(try await store.send(message(number), to: run) == .duplicate) }
      #expect(try await store.runs(RunQuery(), after: nil, limit: 1).first?.waitingMessages == 2)
      try await store.close()
      store = try FileStore(at: "j", on: disk, timed: clock, compactingAt: 0)
    }
    let again = try #require(try await store.claim(Self.request).first)
    #expect(again.messages.map(\.message) == [message(1), message(3)])
    #expect(try await store.send(message(4), to: run) == .delivered(4))
  }

  @Test("Calls are acknowledged while a journal is compacted in slices, and none is lost at any time")
  func slices() async throws {
    let (disk, clock) = (SimulatedDisk(), ManualClock())
    let events = Locked<[JournalEvent]>([])
    let store = try FileStore(
      at: "j", on: disk, surviving: .process, timed: clock, compactingAt: 4_096, inSlicesOf: 64
    ) { event in events.withLock { $0.append(event) } }
    _ = try await store.add(NewRun(flow: "loop", key: "1"))
    var claim = try #require(try await store.claim(Self.request).first)
    for visit in 1...400 {
      var records = [FlowRecord(.undone(.init(step: "a step with a long name", visit: visit)))]
      if visit % 10 == 0 { records.append(FlowRecord(.snapshot(.init(.integer(Int64(visit)), step: "a")))) }
      let inbox = try await store.append(records, to: claim, then: .hold(lease: .seconds(30)))
      claim.note(inbox)
      guard visit % 20 == 0 else { continue }
      let number = try await store.add(NewRun(flow: "other", key: "\(visit)")).run
      _ = try await store.send(FlowMessage(.message(name: "m", body: 1), key: "\(visit)"), to: number)
      let crashed = try FileStore(at: "j", on: SimulatedDisk("j", disk.bytes("j")), timed: clock)
      let runs = try await crashed.runs(RunQuery(), after: nil, limit: .max)
      #expect(runs.count == visit / 20 + 1)
      #expect(runs.first?.lastRecord == inbox.lastRecord)
      #expect(runs.dropFirst().allSatisfy { $0.waitingMessages == 1 })
    }
    _ = try await store.append([], to: claim, then: .wait(.after(.seconds(99)), for: ["m"]))
    try await patiently("The journal was not compacted") { !events.withLock { $0.isEmpty } }
    #expect(!events.withLock { $0.contains(where: Self.isFailure) })
    let all = try await Self.contents(store)
    try await store.close()
    #expect(disk.bytes("j.new") == [])
    let again = try FileStore(at: "j", on: disk, timed: clock)
    #expect(try await Self.contents(again) == all)
  }

  @Test("A compacted journal with a damaged byte is refused, unless the byte is in the last line")
  func damage() async throws {
    let disk = SimulatedDisk()
    let store = try FileStore(at: "j", on: disk, timed: ManualClock(), compactingAt: 3_000)
    try await Self.loop(store, visits: 40)
    // The last line of the file is the one that ends the compaction, as after a crash right behind it.
    var bytes = disk.bytes("j")
    let name = Array("{\"compacted\"".utf8)
    let offset = try #require(bytes.indices.first { bytes[$0...].starts(with: name) })
    let end = try #require(bytes[offset...].firstIndex(of: UInt8(ascii: "\n")))
    bytes = Array(bytes[...end])
    let last = try #require(bytes.dropLast().lastIndex(of: UInt8(ascii: "\n"))) + 1
    let all = try await Self.contents(try FileStore(at: "j", on: SimulatedDisk("j", bytes), timed: ManualClock()))
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 1
      let disk = SimulatedDisk("j", damaged)
      if place < last {
        #expect(throws: StoreError.self) { try FileStore(at: "j", on: disk, timed: ManualClock()) }
      } else {
        #expect(try await Self.contents(try FileStore(at: "j", on: disk, timed: ManualClock())) == all)
      }
    }
  }

  @Test("A disk call that fails during a compaction loses no record", arguments: [ENOSPC, EIO])
  func failures(_ code: Int32) async throws {
    var failures = 0
    for calls in 1...90 {
      let disk = SimulatedDisk()
      let events = Locked<[JournalEvent]>([])
      let store = try FileStore(at: "j", on: disk, surviving: .process, timed: ManualClock(), compactingAt: 2_000) {
        event in events.withLock { $0.append(event) }
      }
      _ = try await store.add(NewRun(flow: "loop", key: "1"))
      let claim = try #require(try await store.claim(Self.request).first)
      var records = 1
      disk.fail(with: code, afterCalls: calls)
      // More records would make the store compact again, which repairs what a wrong end of the first compaction leaves.
      var recordsToCome = 3
      for visit in 1...80 where recordsToCome > 0 {
        // A failure within the compaction ends before the next call: this one, which the store answers after it.
        _ = try? await store.now()
        if events.withLock({ $0.contains(where: Self.isFailure) }) {
          disk.fail(with: nil)
          recordsToCome -= 1
        }
        let record = FlowRecord(
          visit % 10 == 0 ? .snapshot(.init(nil, step: "a")) : .undone(.init(step: "a", visit: visit)))
        guard let inbox = try? await store.append([record], to: claim, then: .hold(lease: .seconds(30))) else { break }
        records = inbox.lastRecord
      }
      if events.withLock({ $0.contains(where: Self.isFailure) }) { failures += 1 }
      disk.fail(with: nil)
      await store.abandon()
      let again = try FileStore(at: "j", on: disk, timed: ManualClock())
      let found = try #require(try await again.runs(RunQuery(), after: nil, limit: 1).first)
      #expect(found.lastRecord == records || found.lastRecord == records + 1)
    }
    #expect(failures > 3)
  }
}
