@testable import FlowDurable
import FlowDurableTesting
import FlowJSON
import FlowStateTesting
import Foundation
import TestSupport
import Testing

/// Journals that were cut, damaged, or only partly written.
@Suite(.disabled(if: isThreadSanitized, "one thread reads"))
struct JournalDamageTests {
  private static let path = "j"

  /// Returns a description of all runs of a store and their records.
  private static func contents(_ store: any FlowStore) async throws -> String {
    var text = ""
    for var run in try await store.runs(RunQuery(), after: nil, limit: .max) {
      // Held runs are due immediately when the journal is opened again.
      if run.state.kind == .held { run.state = .ready(run.changed) }
      if case .ready = run.state { run.state = .ready(StoreTime(milliseconds: 0)) }
      text += "\(run)\n"
      text += "\(try await store.records(of: run.number, after: 0, limit: .max))\n"
    }
    return text
  }

  private static func open(_ bytes: [UInt8]) throws -> FileStore {
    try FileStore(at: path, on: SimulatedDisk(path, bytes), timed: ManualClock())
  }

  /// Returns a journal, and its size and contents after each acknowledged change.
  private static func journal(closing: Bool) async throws -> (bytes: [UInt8], contents: [(size: Int, text: String)]) {
    let disk = SimulatedDisk()
    let clock = ManualClock()
    let store = try FileStore(at: path, on: disk, timed: clock)
    var contents: [(Int, String)] = []
    func note() async throws { contents.append((disk.bytes(path).count, try await Self.contents(store))) }
    try await note()
    let run = try await store.add(NewRun(flow: "order", key: "é", content: ["cents": 990])).run
    try await note()
    for visit in 1...3 {
      clock.advance(by: .seconds(1))
      let claimed = try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30)))
      try await note()
      let claim = try #require(claimed.first)
      var settled = FlowRecord.Settled(step: "charge", visit: visit)
      settled.result = "p\(visit)"
      settled.destination = "shipped"
      let waiting = FlowRecord(.waiting(.init(step: "shipped", visit: visit)))
      _ = try await store.append([FlowRecord(.settled(settled)), waiting], to: claim, then: .wait(.never, for: ["m"]))
      try await note()
      _ = try await store.send(FlowMessage(.message(name: "m", body: nil)), to: run)
      try await note()
    }
    if closing {
      let all = try await Self.contents(store)
      try await store.close()
      contents.append((disk.bytes(path).count, all))
    }
    return (disk.bytes(path), contents)
  }

  @Test(
    "A journal that was cut at any byte has all changes before the cut and no others", arguments: [true, false])
  func cuts(_ isClosed: Bool) async throws {
    let (bytes, contents) = try await Self.journal(closing: isClosed)
    let firstLine = try #require(bytes.dropFirst(29).firstIndex(of: UInt8(ascii: "\n"))) + 1
    // A cut at the beginning or the end of a line is one of its own kind; those in the middle of one are alike.
    let isEdge = { (size: Int) in bytes[max(0, size - 2)..<min(bytes.count, size + 2)].contains(UInt8(ascii: "\n")) }
    for size in 0...bytes.count where size.isMultiple(of: trials(1, few: 7)) || isEdge(size) {
      let cut = Array(bytes[..<size])
      if size == 0 {
        _ = try Self.open(cut)
      } else if size < firstLine {
        // The first line was on the disk before the file had its name.
        let error = #expect(throws: StoreError.self) { try Self.open(cut) }
        #expect(error == (size < 29 ? .notAJournal(file: "j") : .damaged(file: "j", offset: 29)))
      } else {
        let store = try Self.open(cut)
        // A claim needn't be on the disk, so the size after it is the one of the next change.
        let known = contents.last { $0.size <= size }?.text ?? ""
        let next = contents.first { $0.size > size }?.text ?? known
        let found = try await Self.contents(store)
        #expect(found == known || found == next, "cut at \(size)")
      }
    }
  }

  @Test("A journal with a damaged byte is refused, unless the byte is in the last line, which has no change")
  func damage() async throws {
    let (bytes, contents) = try await Self.journal(closing: true)
    let all = try #require(contents.last?.text)
    let starts = [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }.dropLast()
    let last = try #require(starts.last)
    for place in bytes.indices {
      for mask in [1, 0x20] as [UInt8] {
        var damaged = bytes
        damaged[place] ^= mask
        if place >= last {
          #expect(try await Self.contents(Self.open(damaged)) == all)
          continue
        }
        let disk = SimulatedDisk("j", damaged)
        let error = #expect(throws: StoreError.self) { try FileStore(at: "j", on: disk, timed: ManualClock()) }
        #expect(disk.bytes("j") == damaged)
        guard place >= 29 else { continue }
        let line = starts.last { $0 <= place }
        #expect(error == .damaged(file: "j", offset: line ?? 0), "damaged at \(place)")
      }
    }
  }

  @Test(
    "A file that isn't a journal is left unchanged and gets no lock file",
    arguments: ["hello\n", "FlowState journal 3 00000000\n"])
  func foreignFile(_ text: String) throws {
    let disk = SimulatedDisk("d/j", Array(text.utf8))
    #expect(throws: StoreError.self) { try FileStore(at: "d/j", on: disk, timed: ManualClock()) }
    #expect(try disk.files(in: "d") == ["j"])
    #expect(disk.bytes("d/j") == Array(text.utf8))
  }

  @Test("The error for a damaged large journal has the offset of the damaged line")
  func large() async throws {
    let disk = SimulatedDisk()
    let store = try FileStore(at: Self.path, on: disk, timed: ManualClock())
    let text = JSONValue.string(String(repeating: "x", count: 300_000))
    for _ in 0..<12 { _ = try await store.add(NewRun(flow: "order", content: text)) }
    try await store.close()
    let bytes = disk.bytes(Self.path)
    #expect(try await Self.open(bytes).runs(RunQuery(), after: nil, limit: 99).count == 12)
    for place in stride(from: 2_000, to: bytes.count - 200, by: 250_007) {
      var damaged = bytes
      damaged[place] ^= 1
      let line = bytes[..<place].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
      let error = #expect(throws: StoreError.self) { try Self.open(damaged) }
      #expect(error == .damaged(file: "j", offset: line ?? 0))
    }
  }

  @Test("Changes that a process finds in a journal are on the disk before it claims a run")
  func syncedOpening() async throws {
    let disk = SimulatedDisk()
    let first = try FileStore(at: Self.path, on: disk, surviving: .process, timed: ManualClock())
    _ = try await first.add(NewRun(flow: "order"))
    await first.abandon()
    let second = try FileStore(at: Self.path, on: disk, timed: ManualClock())
    #expect(try await second.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30))).count == 1)
    // The machine loses power while the second process works for the run.
    let left = disk.image(Self.path) { false }
    #expect(try await Self.open(left).runs(RunQuery(), after: nil, limit: 9).count == 1)
  }

  @Test("A loss of power loses no acknowledged record, whichever sectors it keeps", arguments: 1...40)
  func lostSectors(_ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var bytes: [UInt8] = []
    var acknowledged: [Int: Int] = [:]
    var attempted: [Int: Int] = [:]
    // Several crashes, each on the journal that the one before has left.
    for _ in 0..<6 {
      let disk = bytes.isEmpty ? SimulatedDisk() : SimulatedDisk(Self.path, bytes)
      let store = try FileStore(at: Self.path, on: disk, timed: ManualClock())
      for run in try await store.runs(RunQuery(), after: nil, limit: .max) {
        let number = run.number.rawValue
        #expect(run.lastRecord >= acknowledged[number, default: 0] && run.lastRecord <= attempted[number, default: 0])
        acknowledged[number] = run.lastRecord
      }
      #expect(try await store.runs(RunQuery(), after: nil, limit: .max).count >= acknowledged.count)
      // Calls that the loss of power interrupts: they wait for a sync that fails.
      let calls = Int.random(in: 3...30, using: &random)
      disk.fail(with: EIO, afterCalls: calls)
      while true {
        do throws(StoreError) {
          let text = String(repeating: "x", count: Int.random(in: 0...1_500, using: &random))
          let count = try await store.runs(RunQuery(), after: nil, limit: .max).count
          attempted[count + 1] = 1
          let run = try await store.add(NewRun(flow: "order", content: .string(text))).run
          acknowledged[run.rawValue] = 1
          for claim in try await store.claim(ClaimRequest(["order"], limit: 3, lease: .zero)) {
            let number = claim.run.rawValue
            let records = (0..<Int.random(in: 1...3, using: &random)).map { _ in
              FlowRecord(.undone(.init(step: text, visit: 1)))
            }
            attempted[number, default: 0] += records.count
            let inbox = try await store.append(records, to: claim, then: .release(after: .zero))
            acknowledged[number] = inbox.lastRecord
            attempted[number] = inbox.lastRecord
          }
        } catch {
          break
        }
      }
      bytes = disk.image(Self.path) { Bool.random(using: &random) }
      // A file system can also set the size only up to the last sector that it has kept.
      if Bool.random(using: &random) { while bytes.last == 0 { bytes.removeLast() } }
    }
  }
}
