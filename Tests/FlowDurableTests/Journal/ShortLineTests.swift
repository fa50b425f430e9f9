@testable import FlowDurable
import FlowDurableTesting
import FlowJSON
import FlowStateTesting
import Testing

/// The members that lines of format 2 leave out.
struct ShortLineTests {
  private static let at = StoreTime(milliseconds: 5)
  private static let waiting = FlowRecord(.waiting(.init(step: "a", visit: 1, names: ["M", "N"])))
  private static let text = #"{"run":7,"waiting":"a","visit":1,"names":["M","N"]"#

  private static func settled(_ step: String) -> FlowRecord { FlowRecord(.settled(.init(step: step, visit: 1))) }

  private static func line(
    _ records: [FlowRecord], due: StoreTime? = nil, then rest: StoreTransaction.Rest, isShort: Bool
  ) throws -> [UInt8] {
    let records = try records.map { try EncodedRecord($0, StoreLimits()) }
    return EncodedRecord.line(records, run: 7, due: due, at: at, then: rest, isShort: isShort)
  }

  private static func transaction(_ line: [UInt8], isShort: Bool = true) throws -> StoreTransaction? {
    let entry = try JournalEntry(try JSONValue(stored: line), isShort: isShort, after: nil)
    if case .transaction(let transaction) = entry { return transaction }
    return nil
  }

  // MARK: Appends

  @Test(
    arguments: [
      ([waiting], nil, .wait(until: nil, for: ["M", "N"]), text + #","at":5}"#),
      ([waiting], 9, .wait(until: StoreTime(milliseconds: 9), for: ["M", "N"]), text + #","due":9,"at":5}"#),
      (
        [waiting], 9, .wait(until: nil, for: ["M", "N"]),
        text + #","due":9,"at":5,"then":{"wait":null,"for":["M","N"]}}"#
      ),
      ([waiting], nil, .wait(until: nil, for: ["M"]), text + #","at":5,"then":{"wait":null,"for":["M"]}}"#),
      ([waiting], nil, .ready(at: at), text + #","at":5,"then":{"ready":5}}"#),
      ([waiting], nil, .hold(until: at), text + #","at":5,"then":{"hold":null}}"#),
      ([FlowRecord(.parked(.init("Why")))], nil, .park("Why"), #"{"run":7,"parked":"Why","at":5}"#),
      (
        [FlowRecord(.parked(.init("Why")))], nil, .park("So"), #"{"run":7,"parked":"Why","at":5,"then":{"park":"So"}}"#
      ),
      ([FlowRecord(.ended(.init(.failed)))], nil, .end(.failed), #"{"run":7,"ended":"failed","at":5}"#),
      (
        [FlowRecord(.ended(.init(.failed)))], nil, .end(.completed),
        #"{"run":7,"ended":"failed","at":5,"then":{"end":"completed"}}"#
      ),
      ([settled("a")], nil, .hold(until: at), #"{"run":7,"settled":"a","visit":1,"at":5}"#),
      (
        [settled("a")], nil, .release(at: at), #"{"run":7,"settled":"a","visit":1,"at":5,"then":{"release":5}}"#
      ),
      (
        [waiting, settled("a"), settled("b")], nil, .hold(until: at),
        "[\(text)" + #","at":5},{"settled":"a","visit":1},{"settled":"b","visit":1}]"#
      ),
    ] as [([FlowRecord], Int64?, StoreTransaction.Rest, String)])
  func `An append leaves out what its last record implies, and repeats neither the run nor the time`(
    records: [FlowRecord], due: Int64?, rest: StoreTransaction.Rest, expected: String
  ) throws {
    let due = due.map { StoreTime(milliseconds: $0) }
    let line = try Self.line(records, due: due, then: rest, isShort: true)
    #expect(String(decoding: line, as: UTF8.self) == expected)
    let read: StoreTransaction.Rest = rest.isHold ? .hold(until: nil) : rest
    let transaction = StoreTransaction.append(run: 7, records.map { .init($0) }, then: read, at: Self.at)
    #expect(try Self.transaction(line) == transaction)
    // Format 1 has everything, and is read as before.
    let long = try Self.line(records, due: due, then: rest, isShort: false)
    #expect(try Self.transaction(long, isShort: false) == transaction)
    let members = String(decoding: long, as: UTF8.self)
    #expect(members.contains(#""then":"#) != rest.isHold)
    #expect(members.matches(of: /"run":7,.*?"at":5/).count == records.count)
    // A line of format 2 may have all members, too.
    if !rest.isHold { #expect(try Self.transaction(long) == transaction) }
  }

  @Test func `A line of format 1 in which a run stays with its worker gets a member in format 2`() throws {
    for records in [[Self.waiting], [Self.settled("a"), Self.waiting], [Self.waiting, Self.settled("a")]] {
      let line = try Self.line(records, then: .hold(until: nil), isShort: false)
      let converted = StoreTransaction.Rest.converting(try JSONValue(stored: line)).utf8(.compact)
      #expect(try Self.transaction(converted) == Self.transaction(line, isShort: false))
    }
  }

  @Test func `A record without a time has that of the record before it`() async throws {
    let disk = SimulatedDisk()
    let clock = ManualClock()
    let store = try FileStore(at: "j", on: disk, timed: clock)
    _ = try await store.add(NewRun(flow: "f"))
    let claim = try #require(try await store.claim(ClaimRequest(["f"], limit: 1, lease: .seconds(30))).first)
    clock.advance(by: .seconds(3))
    _ = try await store.append(
      [Self.settled("a"), Self.settled("b"), Self.waiting], to: claim, then: .wait(.never, for: []))
    try await store.close()
    let reader = try JournalReader(at: "j", on: disk, timed: clock)
    let records = try await reader.records(of: claim.run, after: 1, limit: 9)
    #expect(records.map(\.at?.milliseconds) == [3_000, 3_000, 3_000])
  }

  @Test func `An answer to a visit of the run has the number of the run only in the visit`() throws {
    var message = FlowMessage(.message(name: "M", body: 1))
    for (run, expected) in [
      (7, #"{"message":"M","body":1,"visit":"7/a#1","resting":2,"at":5}"#),
      (8, #"{"run":8,"message":"M","body":1,"visit":"7/a#1","resting":2,"at":5}"#),
    ] {
      message.answering = VisitAnswer(VisitToken(run: RunNumber(rawValue: 7), step: "a", number: 1), restingAt: 2)
      let transaction = StoreTransaction.send(run: run, message, at: Self.at)
      let line = try transaction.text([], isShort: true, after: nil)
      #expect(String(decoding: line, as: UTF8.self) == expected)
      #expect(try Self.transaction(line) == transaction)
      #expect(try Self.transaction(transaction.text([], isShort: false, after: nil)) == transaction)
    }
  }

  // MARK: Claims

  @Test func `A claim has its lease only if the one before it has another`() async throws {
    let (disk, clock) = (SimulatedDisk(), ManualClock())
    var store = try FileStore(at: "j", on: disk, timed: clock)
    func claim(_ seconds: Int64, by worker: String?) async throws {
      _ = try await store.add(NewRun(flow: "f"))
      clock.advance(by: .seconds(1))
      let request = ClaimRequest(["f"], limit: 1, lease: .seconds(seconds), worker: worker)
      #expect(try await store.claim(request).count == 1)
      let reader = try JournalReader(at: "j", on: disk, timed: clock)
      let runs = try await store.runs(RunQuery(), after: nil, limit: 99)
      #expect(try await reader.runs(RunQuery(), after: nil, limit: 99) == runs)
    }
    try await claim(30, by: "w")
    try await claim(30, by: "w")
    try await claim(30, by: nil)
    try await claim(30, by: nil)
    try await claim(31, by: nil)
    try await store.close()
    clock.advance(by: .seconds(1))
    store = try FileStore(at: "j", on: disk, timed: clock)
    try await claim(31, by: nil)
    let claims = String(decoding: disk.bytes("j"), as: UTF8.self).matches(of: /\{"claimed.*\}/).map { String($0.0) }
    #expect(
      claims == [
        #"{"claimed":[1],"until":31000,"by":"w","at":1000}"#, #"{"claimed":[2],"at":2000}"#,
        #"{"claimed":[3],"until":33000,"at":3000}"#, #"{"claimed":[4],"at":4000}"#,
        #"{"claimed":[5],"until":36000,"at":5000}"#, #"{"claimed":[1],"until":38000,"at":7000}"#,
      ])
  }

  @Test func `A compaction keeps the lease of the claim before those that it copies`() async throws {
    let (disk, clock) = (SimulatedDisk(), ManualClock())
    let store = try FileStore(at: "j", on: disk, surviving: .process, timed: clock)
    let request = ClaimRequest(["f"], limit: 1, lease: .seconds(7), worker: "w")
    for _ in 0..<2 { _ = try await store.add(NewRun(flow: "f")) }
    _ = try await store.claim(request)
    var compaction = try JournalCompaction(
      disk, of: try #require(await store.journal), await store.state, store: "s", at: StoreTime(milliseconds: 0),
      sliceSize: 64)
    _ = try await store.claim(request)
    while !(try compaction.copySlice(from: try #require(await store.journal))) {}
    _ = try compaction.finish(JournalEntry.note("compacted", at: StoreTime(milliseconds: 0)))
    let reader = try JournalReader(at: "j", on: disk, timed: clock)
    let states = try await reader.runs(RunQuery(), after: nil, limit: 9).map(\.state)
    #expect(states == [RunState](repeating: .held(until: StoreTime(milliseconds: 7_000), by: "w"), count: 2))
  }

  @Test func `A claim without a lease and without one before it is refused`() throws {
    let line = try JSONValue(stored: Array(#"{"claimed":[1],"at":5}"#.utf8))
    let error = #expect(throws: JSONTypeError.self) { try JournalEntry(line, isShort: true, after: nil) }
    #expect(error?.description == "At $.until: expected an integer, found nothing.")
  }
}
