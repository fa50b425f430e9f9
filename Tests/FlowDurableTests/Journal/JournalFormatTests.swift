import DurableTestSupport
@testable import FlowDurable
import FlowDurableTesting
import FlowJSON
import FlowStateTesting
import Foundation
import Testing

/// The lines of a journal, as people read them.
struct JournalFormatTests {
  private static let path = "orders.journal"

  @Test("A journal is a header and lines of a checksum, the synced size, a number, and JSON")
  func lines() async throws {
    let disk = SimulatedDisk()
    let clock = ManualClock()
    clock.advance(by: .milliseconds(5))
    let store = try FileStore(at: Self.path, on: disk, timed: clock)
    let run = try await store.add(NewRun(flow: "order", key: "4711", content: ["cents": 990])).run
    let claimed = try #require(
      try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30), worker: "w1")).first)
    var settled = FlowRecord.Settled(step: "charge", visit: 1)
    settled.result = ["id": "p1"]
    settled.set = ["ThePayment": KeptValue("p1"), "Address": KeptValue("a", version: 2)]
    settled.destination = "shipped"
    let waiting = FlowRecord.Waiting(step: "shipped", visit: 1, names: ["Shipped"])
    _ = try await store.append(
      [FlowRecord(.settled(settled)), FlowRecord(.waiting(waiting))], to: claimed,
      then: .wait(.after(.seconds(60)), for: ["Shipped"]))
    _ = try await store.send(FlowMessage(.message(name: "Shipped", body: "1Z"), key: "w88"), to: run)
    _ = try await store.send(FlowMessage(.back(to: "charge")), to: run)
    try await store.close()

    let text = String(decoding: disk.bytes(Self.path), as: UTF8.self)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    let header = lines.removeFirst()
    #expect(header.wholeMatch(of: /FlowState journal 2 [0-9a-f]{8}/) != nil)
    #expect(lines.removeLast() == "")
    #expect(lines[0].wholeMatch(of: /[0-9a-f]{8} 010 {"created":5,"store":"[-0-9A-F]{36}","next":1}/) != nil)
    let process = JSONValue.string(JournalLock.process).jsonText
    let bodies = lines.map { line in
      let parts = line.split(separator: " ", maxSplits: 2)
      return "\(parts[1].prefix(2)) \(parts[2])"
    }
    let expected: [String] = [
      #"02 {"ready":5}"#,
      #"03 {"opened":5,"by":\#(process)}"#,
      #"04 {"run":1,"began":"order","key":"4711","content":{"cents":990},"at":5}"#,
      #"05 {"claimed":[1],"until":30005,"by":"w1","at":5}"#,
      #"06 [{"run":1,"settled":"charge","visit":1,"result":{"id":"p1"},"set":{"Address":"a","ThePayment":"p1"},"versions":{"Address":2},"to":"shipped","at":5},{"waiting":"shipped","visit":1,"names":["Shipped"],"due":60005}]"#,
      #"07 {"run":1,"message":"Shipped","body":"1Z","key":"w88","at":5}"#,
      #"08 {"run":1,"command":"back","to":"charge","at":5}"#,
      #"09 {"closing":5}"#,
      #"0a {"closed":5}"#,
    ]
    #expect(Array(bodies.dropFirst()) == expected)
    // Each line has the number of bytes before it that weren't synced when it was written.
    var offset = header.utf8.count + 1
    for line in lines {
      let distance = try #require(Int(line.split(separator: " ")[1].dropFirst(2), radix: 16))
      #expect(distance <= offset)
      offset += line.utf8.count + 1
    }
    #expect(lines.last?.split(separator: " ")[1] == "0a0")
  }

  @Test("A line that was changed, cut, or written for another journal isn't read", arguments: [1, 2])
  func strictness(version: Int) {
    let header = JournalHeader(file: 0x7f3a_9c01, version: version)
    let line = JournalLine.bytes(Array(#"{"run":17}"#.utf8), number: 412, synced: 255, at: 300, in: header).dropLast()
    func read(_ bytes: [UInt8], in header: JournalHeader) -> JournalLine? {
      bytes.withUnsafeBytes { JournalLine($0, at: 300, after: 400, in: header) }
    }
    let found = read(Array(line), in: header)
    #expect(found?.number == 412)
    #expect(found?.synced == 255)
    #expect(found.map { Array(line[$0.json]) } == Array(#"{"run":17}"#.utf8))
    #expect(read(Array(line), in: JournalHeader(file: 0x7f3a_9c02, version: version)) == nil)
    for place in line.indices {
      for bit in 0..<8 {
        var bytes = Array(line)
        bytes[place] ^= 1 << bit
        #expect(read(bytes, in: header) == nil)
      }
      #expect(read(Array(line[..<place]), in: header) == nil)
    }
  }

  @Test func `The number of a line has two digits, and is the next one with these digits`() {
    let header = JournalHeader(file: 7)
    for (number, lines) in [(1, 0), (16, 15), (256, 255), (257, 256), (511, 500), (756, 500)] {
      let line = JournalLine.bytes(Array("{}    ".utf8), number: number, synced: 0, at: 16, in: header)
      #expect(line.count == "00000000 0010 {}    \n".utf8.count)
      #expect(line.dropLast().withUnsafeBytes { JournalLine($0, at: 16, after: lines, in: header) }?.number == number)
    }
  }

  @Test(
    "A file that isn't a journal of this version is refused and left unchanged",
    arguments: [
      ("hello\n", "'j' is not a journal: it doesn't begin with 'FlowState journal'."),
      ("FlowState journal\n", "'j' is not a journal: it doesn't begin with 'FlowState journal'."),
      ("FlowState journal 1 7f3a9c01", "'j' is not a journal: it doesn't begin with 'FlowState journal'."),
      ("FlowState journal 1 7F3A9C01\n", "'j' is not a journal: it doesn't begin with 'FlowState journal'."),
      (
        "FlowState journal 3 7f3a9c01\n",
        "'j' is a journal of version 3, which is newer than version 2 of this library."
      ),
      (
        "FlowState journal 17 whatever comes then\n",
        "'j' is a journal of version 17, which is newer than version 2 of this library."
      ),
      (
        "FlowState journal 1 7f3a9c01\n",
        "'j' is damaged at byte 29: the disk has lost or changed what it once had. "
          + "Restore a copy, or save what is whole with FileStore.salvage(at:)."
      ),
    ])
  func foreign(_ text: String, _ sentence: String) throws {
    let disk = SimulatedDisk("j", Array(text.utf8))
    let error = #expect(throws: StoreError.self) { try FileStore(at: "j", on: disk, timed: ManualClock()) }
    #expect(error?.description == sentence)
    #expect(disk.bytes("j") == Array(text.utf8))
    #expect(throws: StoreError.self) { try JournalReader(at: "j", on: disk, timed: ManualClock()) }
  }

  @Test(
    "A line with a valid checksum and impossible content is refused",
    arguments: [
      (#"{"run":9,"settled":"a","visit":1,"at":1}"#, "It contradicts the lines before it."),
      (#"{"claimed":[1],"until":"soon","at":1}"#, "At $.until: expected an integer, found the string \"soon\"."),
      (#"{"run":1,"began":5,"at":1}"#, "At $.began: expected a string, found the integer 5."),
      (#"[]"#, "At $: expected the records of an append, found an empty array."),
      (#"{"created":1,"store":"x","next":1}"#, "It contradicts the lines before it."),
      (
        #"{"run":-1,"began":"a","at":1}"#,
        "At $.run: expected an integer from 0 to 9007199254740992, found the integer -1."
      ),
      (#"{"run":"#, "Line 1, column 8: expected a value, found the end of the text."),
    ])
  func contradiction(_ json: String, _ reason: String) throws {
    var bytes = JournalHeader(file: 7).bytes
    let header = JournalHeader(file: 7)
    bytes += JournalLine.bytes(
      Array(#"{"created":1,"store":"x","next":1}"#.utf8), number: 1, synced: 29, at: bytes.count, in: header)
    bytes += JournalLine.bytes(Array(json.utf8), number: 2, synced: 29, at: bytes.count, in: header)
    let disk = SimulatedDisk("j", bytes)
    let error = #expect(throws: StoreError.self) { try FileStore(at: "j", on: disk, timed: ManualClock()) }
    #expect(error?.description == "Line 2 of 'j' can't be used. \(reason)")
  }

  @Test("An unknown line of a newer version is skipped")
  func notes() throws {
    var bytes = JournalHeader(file: 7).bytes
    let header = JournalHeader(file: 7)
    bytes += JournalLine.bytes(
      Array(#"{"created":1,"store":"x","next":1}"#.utf8), number: 1, synced: 29, at: bytes.count, in: header)
    bytes += JournalLine.bytes(Array(#"{"weather":"fine"}"#.utf8), number: 2, synced: 29, at: bytes.count, in: header)
    let store = try FileStore(at: "j", on: SimulatedDisk("j", bytes), timed: ManualClock())
    #expect(store.identity == "x")
  }
}
