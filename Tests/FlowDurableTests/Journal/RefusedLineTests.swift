import DurableTestSupport
@testable import FlowDurable
import FlowDurableTesting
import FlowJSON
import FlowStateTesting
import TestSupport
import Testing

/// A journal writes no line that it couldn't read again.
struct RefusedLineTests {
  private let disk = SimulatedDisk()

  private func open() throws -> FileStore { try FileStore(at: "j", on: disk, timed: ManualClock()) }

  @Test(arguments: [(1, "a", 0), (0, "a", 1), (-1, "a", 1), (1, "a", -1), (1, "\u{301}a", 1)])
  func `A message to a visit that can't be is refused`(run: Int, step: String, number: Int) async throws {
    let store = try open()
    let added = try await store.add(NewRun(flow: "order")).run
    let visit = VisitToken(run: RunNumber(rawValue: run), step: step, number: number)
    let claim = try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30)))
    let waiting = FlowRecord(.waiting(.init(step: "a", visit: 1, names: ["M"])))
    _ = try await store.append([waiting], to: claim[0], then: .wait(.never, for: ["M"]))
    for message in [
      FlowMessage(.change(VisitChange(visit, message: "M", .null))),
      FlowMessage(.message(name: "M", body: nil), answering: VisitAnswer(visit, restingAt: 2)),
    ] {
      let error = await #expect(throws: StoreError.self) { try await store.send(message, to: added) }
      let name = message.isCommand ? "a command" : "message 'M'"
      let reason = "'\(visit)' names no visit: the numbers of runs and visits count from 1"
      #expect(error == .unstorable(value: "The visit of \(name)", reason: reason))
    }
    try await store.close()
    #expect(try await open().runs(RunQuery(), after: nil, limit: 9).count == 1)
  }

  @Test(arguments: [(0, 1), (1, 0), (1, Int.max)])
  func `A record of an attempt that can't be is refused`(attempt: Int, count: Int) async throws {
    let store = try open()
    _ = try await store.add(NewRun(flow: "order"))
    let claim = try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30)))
    var waiting = FlowRecord.Waiting(step: "a", visit: 1)
    waiting.failed = .init(attempt: attempt, count: count, failure: RecordedFailure(type: "E", text: "e"))
    await #expect(throws: StoreError.self) {
      try await store.append([FlowRecord(.waiting(waiting))], to: claim[0], then: .wait(.after(.seconds(1)), for: []))
    }
    try await store.close()
    #expect(try await open().runs(RunQuery(), after: nil, limit: 9).count == 1)
  }

  @Test func `Calls are refused while much waits for a full disk, and not in a burst`() {
    var disk = FullDisk()
    #expect(!disk.refusesCalls(waiting: 100 << 20))
    disk.alarm = ManualClock().schedule(after: .seconds(1)) {}
    #expect(!disk.refusesCalls(waiting: 1 << 20) && disk.refusesCalls(waiting: 100 << 20))
  }
}
