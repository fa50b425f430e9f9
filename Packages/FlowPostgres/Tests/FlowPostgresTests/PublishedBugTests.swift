import FlowChains
import FlowDurable
import FlowDurableTesting
import FlowJSON
import FlowState
import FlowStateTesting
import Testing

@testable import FlowPostgres

/// Situations in which other libraries for durable work have lost, repeated, or blocked work in a database. Each test names the
/// thread that describes the situation.
struct PublishedBugTests {
  private static let request = ClaimRequest(["order"], limit: 1, lease: .seconds(30), worker: "local")

  // dbos-transact-py 804: a process that was shutting down took a run again that its successor, which had the same name, had
  // just returned to the queue. The run then belonged to the ended process, and nobody looked for it any more.
  @Test(arguments: [true, false])
  func `A run that an ending process takes again continues in its successor with the same name`(
    isReleased: Bool
  ) async throws {
    let subject = try await StoreUnderTest.postgres()
    let old = try #require(subject.store as? PostgresStore)
    let new = try await TestServer.open(old.settings.schema)
    let run = try await old.add(NewRun(flow: "order")).run
    let first = try #require(try await old.claim(Self.request).first)
    // The successor begins. The run belongs to its worker, so the successor takes nothing away from it.
    #expect(try await new.claim(Self.request) == [])
    // The ending process returns the run, and takes it again.
    _ = try await old.append([], to: first, then: .release(after: .zero))
    let second = try #require(try await old.claim(Self.request).first)
    if isReleased { _ = try await old.append([], to: second, then: .release(after: .zero)) }
    await old.close()
    if !isReleased {
      #expect(try await new.claim(Self.request) == [])
      try await subject.advance(.seconds(30))
    }
    let third = try #require(try await new.claim(Self.request).first)
    #expect(third.run == run && third.fence == 3)
    await #expect(throws: StoreError.leaseLost(run)) { try await new.append([], to: second, then: .end(.failed)) }
    await new.close()
  }

  // dbos-transact-ts 706: after a restart, workflows that had completed were in their queue again. Nothing took them out, so
  // they used up the places of the queue, and the others never worked.
  @Test func `Runs that have completed take no place in their queue after a restart`() async throws {
    let subject = try await StoreUnderTest.postgres()
    let old = try #require(subject.store as? PostgresStore)
    for key in 1...6 { _ = try await old.add(NewRun(flow: "order", key: "\(key)", content: "x")) }
    let request = ClaimRequest(["order"], limit: 4, lease: .seconds(30))
    let claims = try await old.claim(request)
    for claim in claims.prefix(2) {
      _ = try await old.append([FlowRecord(.ended(.init(.completed)))], to: claim, then: .end(.completed))
    }
    await old.close()
    try await subject.advance(.seconds(30))
    let new = try await TestServer.open(old.settings.schema)
    #expect(try await new.claim(request).map(\.run.rawValue).sorted() == [3, 4, 5, 6])
    try await subject.advance(.seconds(30))
    let flow = try TestFlows.text("order") { $0 }
    let worker = FlowWorker(new, running: [flow], atOnce: 1, limits: ["order": 1])
    try await worker.runUntilIdle()
    #expect(try await new.counts(RunQuery(states: [.ended])).map(\.runs).reduce(0, +) == 6)
    await new.close()
  }

  // dbos-transact-py 818: of two executions of a workflow, the one that lost the race for the record of a transaction took the
  // result of the other one, and went on with the next steps, whose effects then happened twice.
  @Test func `A worker whose transaction loses against another worker does no further step`() async throws {
    let schema = TestServer.name()
    let (first, second) = (try await TestServer.open(schema), try await TestServer.open(schema))
    try await TestServer.execute("create table \(schema).orders (id text)")
    let mails = Locked<[String]>([])
    func flow(
      _ store: PostgresStore, _ name: String, meanwhile: @escaping @Sendable () async throws -> Void = {}
    ) throws -> DurableFlow<String, String> {
      let reserve = FlowStepDeclaration(String.self, String.self, identifier: "reserve", inTransactionOf: store) {
        text, _, sql in
        try await sql.execute("insert into \(schema).orders values ($1)", name)
        try await meanwhile()
        return text
      }.keeping(TheText.self)
      let mail = TestFlows.step("mail") { text in
        mails.withLock { $0.append(name) }
        return text
      }
      return try TestFlows.chain("order", [reserve.step, mail])
    }
    let other = FlowWorker(second, running: [try flow(second, "other")])
    let losing = try flow(first, "losing") {
      // The lease ends, and the other worker does all of the run.
      try await TestServer.makeDue(schema)
      try await other.runUntilIdle()
    }
    let worker = FlowWorker(first, running: [losing], timed: ManualClock())
    let run = try await worker.start(losing, "x")
    try await worker.runUntilIdle()
    #expect(try await run.outcome().words == "completed: x")
    #expect(mails.withLock { $0 } == ["other"])
    #expect(try await TestServer.execute("select id from \(schema).orders").compactMap { $0.text(0) } == ["other"])
    for store in [first, second] { await store.close() }
  }

  // dbos-transact-golang 174: runs whose process had died weren't continued, because the version of the program was a hash of
  // its code, and each change of the code made it another version.
  @Test func `A run whose process has died continues after a change of the code`() async throws {
    let subject = try await StoreUnderTest.postgres()
    let old = try #require(subject.store as? PostgresStore)
    let run = try await old.add(NewRun(flow: "order", content: "x")).run
    let claim = try #require(try await old.claim(Self.request).first)
    var settled = FlowRecord.Settled(step: "a", visit: 1)
    settled.result = "xa"
    settled.set = ["TheText": KeptValue("xa", version: 1)]
    settled.destination = "b"
    _ = try await old.append([FlowRecord(.settled(settled))], to: claim, then: .hold(lease: .seconds(30)))
    await old.close()
    try await subject.advance(.seconds(30))
    let new = try await TestServer.open(old.settings.schema)
    let changed = try TestFlows.chain(
      "order",
      [
        TestFlows.step("a") { _ in throw CancellationError() }, TestFlows.step("b") { $0 + "B" },
        TestFlows.step("new") { $0 + "N" },
      ])
    let worker = FlowWorker(new, running: [changed])
    try await worker.runUntilIdle()
    #expect(try await worker.find(changed, number: run)?.outcome().words == "completed: xaBN")
    await new.close()
  }
}
