import FlowDurable
import FlowJSON
import FlowState
import FlowStateTesting
import Foundation
import Testing

@testable import FlowPostgres

/// Connections that are lost before the server has a request, or after it has carried it out.
struct LostConnectionTests {
  @Test(arguments: [
    ("08P01", "FATAL", true), ("57P01", "FATAL", true), ("57P02", "ERROR", true), ("XX000", "PANIC", true),
    ("08P01", "ERROR", false), ("40001", "ERROR", false), ("40001", nil, false), (nil, nil, true),
  ])
  func `An error that ends the connection doesn't say that nothing has changed`(
    code: String?, severity: String?, isLost: Bool
  ) {
    let failure = PostgresFailure(code: code, severity: severity, reason: "no")
    #expect(failure.kind == (isLost ? .lost : .refused(code ?? "")))
  }

  @Test func `An error of a statement is a refusal, although its code is one of connections`() async throws {
    let failure = await #expect(throws: PostgresFailure.self) {
      try await TestServer.execute("do $$ begin raise exception using errcode = '08P01'; end $$")
    }
    #expect(failure?.kind == .refused("08P01"))
  }

  @Test func `A copy of an append that arrives after a later append changes nothing`() async throws {
    let schema = TestServer.name()
    let store = try await TestServer.open(schema)
    let run = try await store.add(NewRun(flow: "order")).run
    let claim = try #require(try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30))).first)
    _ = try await store.append([], to: claim, then: .hold(lease: .seconds(30)))
    // As if a later append had been made meanwhile.
    try await TestServer.execute("update \(schema).runs set token = token + 1000000")
    await #expect(throws: StoreError.leaseLost(run)) {
      try await store.append([FlowRecord(.parked(.init("No.")))], to: claim, then: .hold(lease: .seconds(30)))
    }
    #expect(try await store.records(of: run, after: 0, limit: 9).count == 1)
    await store.close()
  }

  @Test func `An empty statement is refused`() async throws {
    let failure = await #expect(throws: PostgresFailure.self) { try await TestServer.execute(" ") }
    #expect(failure == PostgresFailure(kind: .refused("42601"), reason: "the statement is empty"))
  }

  /// A store behind a proxy, and one beside it.
  private struct Cuttable {
    let proxy: CuttingProxy
    let store: PostgresStore
    let other: PostgresStore

    init() async throws {
      let cluster = try #require(ProcessInfo.processInfo.environment["FLOWPOSTGRES_CLUSTER"])
      proxy = try CuttingProxy(to: cluster)
      let schema = TestServer.name()
      other = try await TestServer.open(schema)
      store = try await TestServer.open(
        schema, at: "postgresql://flow@/postgres?host=\(proxy.folder)&sslmode=disable&gssencmode=disable"
      ) { $0.connections = 1 }
      // The statements are prepared here, so that the answer that is cut is the one to the statement itself.
      let warm = try await store.add(NewRun(flow: "warm", key: "k")).run
      _ = try await store.send(FlowMessage(.message(name: "m", body: nil), key: "k"), to: warm)
      _ = try await store.claim(ClaimRequest(["none"], limit: 1, lease: .zero))
      _ = try await store.records(of: warm, after: 0, limit: 1)
      _ = try await store.runs(RunQuery(), after: nil, limit: 1)
    }

    func close() async {
      await store.close()
      await other.close()
      proxy.close()
    }
  }

  @Test(arguments: [CuttingProxy.Cut.request, .answer])
  func `A run with a key is added once, and counts as new`(_ cut: CuttingProxy.Cut) async throws {
    let cuttable = try await Cuttable()
    cuttable.proxy.arm(cut)
    let (number, isNew) = try await cuttable.store.add(NewRun(flow: "order", key: "k"))
    #expect(isNew && number.rawValue == 2 && cuttable.proxy.cuts == 1)
    #expect(try await cuttable.other.runs(RunQuery(), after: nil, limit: 9).count == 2)
    await cuttable.close()
  }

  @Test(arguments: [CuttingProxy.Cut.request, .answer, .answerOfPooler])
  func `A run without a key may have been added, and the error says so`(_ cut: CuttingProxy.Cut) async throws {
    let cuttable = try await Cuttable()
    cuttable.proxy.arm(cut)
    let error = await #expect(throws: StoreError.self) { try await cuttable.store.add(NewRun(flow: "order")) }
    #expect(error?.mayHaveChanged == true && error?.isTemporary == true)
    #expect(
      error?.description.hasSuffix(". The server may have done it before the connection was lost.") == true)
    await cuttable.close()
  }

  @Test(arguments: [CuttingProxy.Cut.request, .answer])
  func `Records are appended once`(_ cut: CuttingProxy.Cut) async throws {
    let cuttable = try await Cuttable()
    let number = try await cuttable.store.add(NewRun(flow: "order")).run
    var run = try await cuttable.store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30)))[0]
    for visit in 1...3 {
      cuttable.proxy.arm(cut)
      let inbox = try await cuttable.store.append(
        [FlowRecord(.settled(.init(step: "charge", visit: visit)))], to: run, then: .hold(lease: .seconds(30)))
      run.note(inbox)
      #expect(inbox.lastRecord == visit + 1)
    }
    cuttable.proxy.arm(cut)
    let ended = FlowRecord(.ended(.init(.completed)))
    let inbox = try await cuttable.store.append([ended], to: run, then: .end(.completed))
    #expect(inbox.lastRecord == 5 && inbox.leaseEnds == nil && cuttable.proxy.cuts == 4)
    #expect(try await cuttable.other.records(of: number, after: 0, limit: 99).count == 5)
    await cuttable.close()
  }

  @Test func `An append is one request and one answer, and one transaction`() async throws {
    let cuttable = try await Cuttable()
    _ = try await cuttable.store.add(NewRun(flow: "order"))
    var run = try await cuttable.store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30)))[0]
    let record = FlowRecord(.settled(.init(step: "charge", visit: 1)))
    var before = cuttable.proxy.traffic
    for count in 0..<20 {
      // The first one prepares the statement.
      if count == 1 { before = cuttable.proxy.traffic }
      run.note(try await cuttable.store.append([record], to: run, then: .hold(lease: .seconds(30))))
    }
    let after = cuttable.proxy.traffic
    #expect(after.requests - before.requests == 19 && after.answers - before.answers == 19)
    await cuttable.close()
  }

  @Test(arguments: [CuttingProxy.Cut.request, .answer])
  func `A message with a key counts once, and is delivered`(_ cut: CuttingProxy.Cut) async throws {
    let cuttable = try await Cuttable()
    let number = try await cuttable.store.add(NewRun(flow: "order")).run
    cuttable.proxy.arm(cut)
    let message = FlowMessage(.message(name: "Shipped", body: nil), key: "w")
    #expect(try await cuttable.store.send(message, to: number) == .delivered(1))
    #expect(try await cuttable.store.send(message, to: number) == .duplicate)
    #expect(cuttable.proxy.cuts == 1)
    await cuttable.close()
  }

  @Test func `Runs whose claim was lost become due when their leases end, and others are claimed at once`() async throws
  {
    let cuttable = try await Cuttable()
    let first = try await cuttable.store.add(NewRun(flow: "order")).run
    let second = try await cuttable.store.add(NewRun(flow: "order")).run
    cuttable.proxy.arm(.answer, at: "began")
    let request = ClaimRequest(["order"], limit: 1, lease: .milliseconds(1))
    let claimed = try await cuttable.store.claim(request)
    // The lease of the first one may have ended already.
    #expect(claimed.map(\.run) == [second] || claimed.map { [$0.run.rawValue, $0.attempt] } == [[first.rawValue, 2]])
    var attempts = 0
    while attempts < 2 {
      for run in try await cuttable.store.claim(request) where run.run == first { attempts = run.attempt }
      if claimed.contains(where: { $0.run == first }) { break }
    }
    #expect(cuttable.proxy.cuts == 1)
    await cuttable.close()
  }

  @Test(arguments: [CuttingProxy.Cut.request, .answer])
  func `A call that only reads is made again`(_ cut: CuttingProxy.Cut) async throws {
    let cuttable = try await Cuttable()
    let number = try await cuttable.store.add(NewRun(flow: "order")).run
    cuttable.proxy.arm(cut)
    #expect(try await cuttable.store.records(of: number, after: 0, limit: 9).count == 1)
    cuttable.proxy.arm(cut)
    #expect(try await cuttable.store.runs(RunQuery(), after: nil, limit: 9).count == 2)
    #expect(cuttable.proxy.cuts == 2)
    await cuttable.close()
  }

  @Test func `Callers don't notice idle connections that the server has closed`() async throws {
    let schema = TestServer.name()
    let store = try await TestServer.open(schema, at: TestServer.url + "&application_name=\(schema)")
    for count in 1...5 {
      _ = try await store.add(NewRun(flow: "order", key: "\(count)"))
      try await TestServer.execute(
        "select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = $1", schema)
    }
    #expect(try await store.runs(RunQuery(), after: nil, limit: 9).count == 5)
    await store.close()
  }
}
