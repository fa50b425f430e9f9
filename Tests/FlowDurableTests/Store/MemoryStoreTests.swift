import DurableTestSupport
import FlowDurable
import FlowDurableTesting
import FlowJSON
import FlowState
import FlowStateTesting
import TestSupport
import Testing

struct MemoryStoreTests {
  @Test("A memory store adds a run, claims it, appends its records, and ends it")
  func roundTrip() async throws {
    let clock = ManualClock()
    let store = MemoryStore(timed: clock)
    let (number, isNew) = try await store.add(NewRun(flow: "order", key: "4711", content: ["cents": 990]))
    #expect(isNew)
    #expect(try await store.add(NewRun(flow: "order", key: "4711")) == (number, false))
    let run = try #require(try await store.claim(ClaimRequest(["order"], limit: 9, lease: .seconds(30))).first)
    #expect(run.run == number)
    #expect(run.records.count == 1)
    var settled = FlowRecord.Settled(step: "charge", visit: 1)
    settled.result = ["id": "p1"]
    settled.destination = "shipped"
    _ = try await store.append(
      [FlowRecord(.settled(settled)), FlowRecord(.waiting(.init(step: "shipped", visit: 1, names: ["Shipped"])))],
      to: run, then: .wait(.after(.seconds(60)), for: ["Shipped"]))
    #expect(try await store.claim(ClaimRequest(["order"], limit: 9, lease: .seconds(30))) == [])
    clock.advance(by: .seconds(60))
    let again = try #require(try await store.claim(ClaimRequest(["order"], limit: 9, lease: .seconds(30))).first)
    #expect(again.fence == 2)
    #expect(again.records.map(\.number) == [1, 2, 3])
    guard case .waiting(let waiting) = again.records[2].body else { return #expect(Bool(false)) }
    #expect(waiting.due == StoreTime(milliseconds: 60_000))
    _ = try await store.append([FlowRecord(.ended(.init(.completed)))], to: again, then: .end(.completed))
    #expect(try await store.runs(RunQuery(), after: nil, limit: 9).map(\.state) == [.ended(.completed)])
  }

  @Test func `A wake comes when a timer is over, in memory and in a journal`() async throws {
    let clock = ManualClock()
    let stores: [any FlowStore] = [
      MemoryStore(timed: clock), try FileStore(at: "j", on: SimulatedDisk(), timed: clock),
    ]
    for store in stores {
      _ = try await store.add(NewRun(flow: "order"))
      let request = ClaimRequest(["order"], limit: 1, lease: .seconds(30))
      let claim = try #require(try await store.claim(request).first)
      _ = try await store.append([], to: claim, then: .wait(.after(.seconds(60)), for: []))
      let wakes = Locked(0)
      let counting = Task { [store] in for await _ in store.wakes { wakes.withLock { $0 += 1 } } }
      // The stream begins with hints.
      for _ in 0..<1_000 { await Task.yield() }
      let before = wakes.withLock { $0 }
      clock.advance(by: .seconds(60))
      try await patiently("No wake came") { wakes.withLock { $0 } > before }
      counting.cancel()
      #expect(try await store.claim(request).count == 1)
    }
  }

  @Test func `A timer isn't missed if the clock moves while its alarm is set`() async throws {
    for isJournal in [false, true] {
      let clock = LeapingClock()
      let store: any FlowStore =
        isJournal ? try FileStore(at: "j", on: SimulatedDisk(), timed: clock) : MemoryStore(timed: clock)
      _ = try await store.add(NewRun(flow: "order"))
      let claim = try #require(try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(200))).first)
      clock.leapAtNextAlarm(by: .seconds(60))
      _ = try await store.append([], to: claim, then: .wait(.after(.seconds(60)), for: []))
      #expect(clock.now == .seconds(60))
      // The run is due already. Only the alarm for the end of the lease may be left, and it has no effect any more.
      #expect(clock.nextTimer ?? .seconds(200) == .seconds(200))
    }
  }
}
