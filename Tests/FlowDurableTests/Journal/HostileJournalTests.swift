import DurableTestSupport
import FlowChains
@testable import FlowDurable
import FlowDurableTesting
import FlowJSON
import FlowState
import FlowStateTesting
import Foundation
import Synchronization
import TestSupport
import Testing

/// Journals and files beside them that other programs have written.
struct HostileJournalTests {
  private static let created = #"{"created":0,"store":"s","next":1}"#
  private static let began = #"{"run":1,"began":"text","content":"x","at":0}"#

  private static let header = JournalHeader(file: 0x7f3a_9c01)

  /// Returns a journal whose lines have valid checksums, whatever their contents.
  private static func journal(_ lines: [[UInt8]]) -> [UInt8] {
    var bytes = header.bytes
    for (index, line) in lines.enumerated() {
      bytes += JournalLine.bytes(line, number: index + 1, synced: bytes.count, at: bytes.count, in: header)
    }
    return bytes
  }

  private static func journal(_ lines: String...) -> [UInt8] { journal(lines.map { Array($0.utf8) }) }

  private static func open(_ bytes: [UInt8]) throws -> FileStore {
    try FileStore(at: "j", on: SimulatedDisk("j", bytes), timed: ManualClock())
  }

  // MARK: Other files in place of a journal

  @Test func `A pipe is neither waited for nor replaced`() async throws {
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.file(), 0o600) == 0)
    let sentence = "Can't open '\(folder.file())': it isn't a regular file."
    for _ in 0..<2 {
      let error = await onThread { #expect(throws: StoreError.self) { try FileStore(at: folder.file()) } }
      #expect(error?.description == sentence)
    }
    let error = await onThread { #expect(throws: StoreError.self) { try JournalReader(at: folder.file()) } }
    #expect(error?.description == sentence)
    #expect(throws: StoreError.self) { try FileStore.salvage(at: folder.file()) }
    let type = try FileManager.default.attributesOfItem(atPath: folder.file())[.type] as? FileAttributeType
    #expect(type != .typeRegular)
  }

  @Test func `A device or a folder isn't opened as a journal`() throws {
    let error = #expect(throws: StoreError.self) { try JournalReader(at: "/dev/zero") }
    #expect(error?.description == "Can't open '/dev/zero': it isn't a regular file.")
    let folder = try TemporaryFolder()
    let other = #expect(throws: StoreError.self) { try FileStore(at: folder.path) }
    #expect(other?.description == "Can't open '\(folder.path)': it isn't a regular file.")
    #expect(!FileManager.default.fileExists(atPath: folder.path + ".lock"))
  }

  @Test func `Links beside a journal lead to no other file`() throws {
    for ending in ["lock", "new"] {
      let folder = try TemporaryFolder()
      try folder.write(Array("precious".utf8), "other")
      let link = folder.file("test.journal.\(ending)")
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.file("other"))
      let error = #expect(throws: StoreError.self) { try FileStore(at: folder.file()) }
      #expect(error?.description == "Can't open '\(link)': it isn't a regular file.")
      #expect(try folder.bytes("other") == Array("precious".utf8))
    }
  }

  // MARK: Lines with valid checksums and impossible contents

  @Test(
    arguments: [
      ([began, began], 3, "It contradicts the lines before it."),
      ([#"{"run":1,"settled":"a","visit":1,"at":0}"#], 2, "It contradicts the lines before it."),
      ([began, #"{"run":7,"message":"m","body":1,"at":0}"#], 3, "It contradicts the lines before it."),
      ([began, #"{"claimed":[1,2],"until":5,"at":0}"#], 3, "It contradicts the lines before it."),
      (
        [began, #"{"run":1,"at":0,"then":{"end":"failed"}}"#, #"{"run":1,"settled":"a","visit":1,"at":0}"#], 4,
        "It contradicts the lines before it."
      ),
      ([began, #"{"forgot":[1],"at":0}"#], 3, "It contradicts the lines before it."),
      ([created], 2, "It contradicts the lines before it."),
      (
        [#"{"run":99999999999999999999,"began":"a","at":0}"#], 2,
        "At $.run: expected an integer from 0 to 9007199254740992, found the number 1e+20."
      ),
      ([#"{"run":1,"began":"a","at":0,"priority":4294967296}"#], 2, nil),
      ([#"{"run":-1,"began":"a","at":0}"#], 2, nil),
      ([began, "[]"], 3, nil),
      ([String(repeating: "[", count: 600) + String(repeating: "]", count: 600)], 2, nil),
    ] as [([String], Int, String?)])
  func `An impossible line is refused with its number, and can be cut off`(
    lines: [String], number: Int, reason: String?
  ) async throws {
    let bytes = Self.journal(([Self.created] + lines).map { Array($0.utf8) })
    let error = #expect(throws: StoreError.self) { try Self.open(bytes) }
    guard case .damaged(let details)? = error, details.store == "j", details.line == number else {
      Issue.record("\(String(describing: error))")
      return
    }
    if let reason { #expect(details.sentence == "Line \(number) of 'j' can't be used. \(reason)") }
    let disk = SimulatedDisk("j", bytes)
    let salvage = try FileStore.salvage(at: "j", on: disk)
    #expect(salvage.lines == number - 1)
    let store = try FileStore(at: "j", on: disk, timed: ManualClock())
    #expect(try await store.runs(RunQuery(), after: nil, limit: 9).count == (number > 2 ? 1 : 0))
  }

  @Test func `Text that isn't UTF-8 is refused`() throws {
    let line = Array(#"{"run":1,"began":""#.utf8) + [0xC3, 0x28, 0xFF] + Array(#"","at":0}"#.utf8)
    let error = #expect(throws: StoreError.self) { try Self.open(Self.journal([Array(Self.created.utf8), line])) }
    guard case .damaged(let details)? = error, details.store == "j", details.line == 2 else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// Works through a journal, and returns the state of the first run.
  private static func state(_ lines: String...) async throws -> RunState? {
    let store = try open(journal(lines.map { Array($0.utf8) }))
    let flow = try textFlow {
      append("a").keeping(TheText.self)
      append("b").keeping(TheText.self)
    }
    let worker = FlowWorker(store, running: [flow], misfitGrace: .zero, timed: ManualClock())
    try await worker.runUntilIdle()
    return try await store.runs(RunQuery(), after: nil, limit: 1).first?.state
  }

  @Test(arguments: ["counts", "steps", "failures", "kept"])
  func `A snapshot with a number that can't be increased parks the run`(member: String) async throws {
    let huge = "9223372036854775807"
    func value(_ name: String) -> String { name == member ? huge : "0" }
    let snapshot = #"""
      {"run":1,"snapshot":{"flow":"text","steps":\#(value("steps")),"base":"content","content":"x",\#
      "counts":{"a":\#(value("counts"))},"values":{},"visits":[],\#
      "undoing":{"kept":\#(value("kept")),"failures":\#(value("failures")),"aim":"step"}},"at":0}
      """#
    guard case .parked(let reason)? = try await Self.state(Self.created, Self.began, snapshot) else {
      Issue.record("The run isn't parked.")
      return
    }
    #expect(reason.hasPrefix("The snapshot of run 1 can't be read. At $."), "\(reason)")
  }

  @Test func `A snapshot that contradicts the chain parks the run`() async throws {
    let snapshot = #"""
      {"run":1,"snapshot":{"flow":"text","steps":3,"base":"content","position":"moon","counts":{},"values":{},"visits":[]},\#
      "step":"b","at":0}
      """#
    guard case .parked(let reason)? = try await Self.state(Self.created, Self.began, snapshot) else {
      Issue.record("The run isn't parked.")
      return
    }
    #expect(reason.hasPrefix("Run 1 stands at 'moon', which the chain does not have; known are: a, b."), "\(reason)")
  }

  @Test func `A run that has had as many messages as can be counted takes no more`() async throws {
    let kept = #"""
      {"run":1,"kept":{"flow":"text","began":0,"changed":0,"phase":"ready","due":0,"fence":1,"claims":2147483647,\#
      "arrived":2147483647,"first":1}}
      """#
    let record = #"{"run":1,"number":1,"began":"text","content":"x","at":0}"#
    let store = try Self.open(Self.journal(Self.created, kept, record))
    let error = await #expect(throws: StoreError.self) {
      try await store.send(FlowMessage(.cancel), to: RunNumber(rawValue: 1))
    }
    #expect(error?.description == "2147483647 messages wait in run 1, and no more are allowed.")
    #expect(try await store.claim(ClaimRequest(["text"], limit: 1, lease: .seconds(1))) == [])
  }

  @Test func `A time limit that no clock can wait for is read`() async throws {
    let failure = RecordedFailure(type: "FlowError.timedOut", text: "", value: 1e300)
    _ = failure.error(of: "a", at: FlowPlace(run: FlowRunID(flow: "f", number: 1), lane: 0, visit: 1))
  }

  @Test func `A journal from a time that no clock of the system can have is opened`() async throws {
    let began = #"{"run":1,"began":"text","content":"x","at":9223372036855}"#
    let disk = SimulatedDisk("j", Self.journal(Self.created, began))
    let store = try FileStore(at: "j", on: disk, timed: WallClock())
    let opened = StoreTime(milliseconds: 9_223_372_036_855)
    var now = try await store.now()
    #expect(now >= opened)
    // A millisecond passes within the calls.
    for _ in 0..<1_000_000 where now <= opened { now = try await store.now() }
    #expect(now > opened)
    #expect(try await store.claim(ClaimRequest(["text"], limit: 1, lease: .seconds(30))).count == 1)
    try await store.close()
  }

  // MARK: Ends

  @Test func `An end that is longer than any line is cut off`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/j"
    // The file is written in parts, because a list of so many bytes would be most of the memory of all tests.
    let part = Data(repeating: UInt8(ascii: "x"), count: 1 << 20)
    try Data(Self.journal(Self.created, Self.began)).write(to: URL(filePath: path))
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seekToEnd()
    for _ in 0...JournalLine.longest / part.count { try file.write(contentsOf: part) }
    try file.close()
    let store = try FileStore(at: path)
    #expect(try await store.runs(RunQuery(), after: nil, limit: 9).count == 1)
  }

  @Test(
    .disabled(if: isThreadSanitized, "one thread reads"),
    .enabled(if: Trials.areAll, "the next test makes the same search"))
  func `Text that looks like many lines, one within the other, is searched in time`() async throws {
    let store = try Self.open(Self.linesWithinLines(count: 100_000))
    #expect(try await store.runs(RunQuery(), after: nil, limit: 9).count == 1)
  }

  @Test(.disabled(if: isThreadSanitized, "one thread reads"))
  func `A search of lines within lines ends when it has checked enough`() throws {
    let bytes = Self.linesWithinLines(count: 30_000)
    var scan = JournalScan(Self.header)
    try bytes[Self.header.bytes.count...].withUnsafeBytes { rest in try scan.take(rest) { _, _, _ in } }
    #expect(scan.finish() == .torn)
    #expect(scan.lines == 2)
    #expect((0..<bytes.count).contains(scan.patience), "not enough for another line")
  }

  /// Returns a journal that ends with text in which many lines begin, each as long as the rest of the text.
  private static func linesWithinLines(count: Int) -> [UInt8] {
    journal(created, began) + Array("x\(String(repeating: "00000000 041 ", count: count))\n".utf8)
  }

  @Test func `Removed lines are damage, not a torn end`() async throws {
    let lines = (1...9).map { #"{"run":\#($0),"began":"text","at":0}"# }
    let bytes = Self.journal(([Self.created] + lines).map { Array($0.utf8) })
    let parts = bytes.split(separator: UInt8(ascii: "\n"))
    let without = Array((parts[..<3] + parts[5...]).joined(separator: [UInt8(ascii: "\n")])) + [UInt8(ascii: "\n")]
    let error = #expect(throws: StoreError.self) { try Self.open(without) }
    guard case .damaged? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  // MARK: Values that a user could write and not read again

  @Test func `A journal can be opened again, whatever its program starts`() async throws {
    let disk = SimulatedDisk()
    let store = try FileStore(at: "j", on: disk, timed: ManualClock())
    for priority in [Int.min, -1, Int.max] {
      var run = NewRun(flow: "text", key: "k\u{1}\u{2028}\"\\/#%é \(priority)\n", content: .number(.infinity))
      run.priority = priority
      run.delay = .seconds(Int64.max)
      run.parent = RunParent(run: RunNumber(rawValue: .max), step: "", visit: .min)
      _ = try await store.add(run)
    }
    var record = FlowRecord(.undone(.init(step: "", visit: 1)))
    record.others = ["at": "moon", "taken": "moon", "run": "moon", "then": "moon", "step": "moon"]
    record.lane = ""
    _ = try await store.add(NewRun(flow: "other"))
    let claim = try #require(try await store.claim(ClaimRequest(["other"], limit: 1, lease: .seconds(9))).first)
    _ = try await store.append([record], to: claim, then: .wait(.after(.seconds(Int64.max)), for: [""]))
    let runs = try await store.runs(RunQuery(), after: nil, limit: 9)
    await store.abandon()
    let again = try FileStore(at: "j", on: disk, timed: ManualClock())
    #expect(try await again.runs(RunQuery(), after: nil, limit: 9) == runs)
    #expect(runs.map(\.priority) == [Int(Int32.min), -1, Int(Int32.max), 0])
  }
}
