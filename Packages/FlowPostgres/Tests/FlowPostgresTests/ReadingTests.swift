import FlowDurable
import FlowJSON
import Foundation
import Testing

@testable import FlowPostgres

/// Reading a run with its records, as each request for a page does.
struct ReadingTests {
  @Test func `A run is read with its records in one round trip, by its key and by its number`() async throws {
    let cluster = try #require(ProcessInfo.processInfo.environment["FLOWPOSTGRES_CLUSTER"])
    let proxy = try CuttingProxy(to: cluster)
    let store = try await TestServer.open(
      at: "postgresql://flow@/postgres?host=\(proxy.folder)&sslmode=disable&gssencmode=disable"
    ) { $0.connections = 1 }
    let number = try await store.add(NewRun(flow: "order", key: "k")).run
    let claimed = try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30)))
    let waiting = FlowRecord(.waiting(.init(step: "pay", visit: 1, names: ["Paid"])))
    _ = try await store.append([waiting], to: claimed[0], then: .wait(.after(.seconds(60)), for: ["Paid"]))
    var byNumber = RunQuery(flows: ["order"])
    byNumber.numbers = [number]
    for query in [RunQuery(flows: ["order"], key: "k"), byNumber] {
      // The first call prepares the statement.
      _ = try await store.read(query)
      let before = proxy.traffic.requests
      let reading = try #require(try await store.read(query))
      #expect(proxy.traffic.requests - before == 1)
      #expect(reading.records.map(\.number) == [1, 2] && reading.summary.lastRecord == 2)
    }
    await store.close()
    proxy.close()
  }

  @Test func `All messages of a run are received, however large they are together`() async throws {
    let store = try await TestServer.open()
    let number = try await store.add(NewRun(flow: "order")).run
    let (count, size) = (10, ClaimFunction.largestShare / 5)
    let body = JSONValue.string(String(repeating: "x", count: size))
    func send() async throws {
      for _ in 0..<count { _ = try await store.send(FlowMessage(.message(name: "m", body: body)), to: number) }
    }
    try await send()
    var run = try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30)))[0]
    #expect(run.messages.map(\.number) == Array(1...count) && run.seen == count)
    try await send()
    let inbox = try await store.append(
      [FlowRecord(.message(run.messages[4]), taking: [5])], to: run, then: .hold(lease: .seconds(30)))
    #expect(inbox.messages.map(\.number) == Array(count + 1...2 * count) && inbox.arrived == 2 * count)
    run.note(inbox)
    _ = try await store.append([], to: run, then: .release(after: .zero))
    let again = try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30)))[0]
    #expect(again.messages.map(\.number) == Array(1...4) + Array(6...2 * count) && again.seen == 2 * count)
    #expect(again.messages.allSatisfy { $0.message.content == .message(name: "m", body: body) })
    await store.close()
  }

  @Test func `All records of a run are received, however large they are together`() async throws {
    let schema = TestServer.name()
    let store = try await TestServer.open(schema)
    let number = try await store.add(NewRun(flow: "order")).run
    let share = ClaimFunction.largestShare
    var run = try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30)))[0]
    for visit in 1...9 {
      var settled = FlowRecord.Settled(step: "a", visit: visit)
      settled.result = .string(String(repeating: "x", count: share / 5))
      run.note(try await store.append([FlowRecord(.settled(settled))], to: run, then: .hold(lease: .seconds(30))))
    }
    _ = try await store.append([], to: run, then: .release(after: .zero))
    let again = try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30)))[0]
    #expect(again.records.map(\.number) == Array(1...10))
    #expect(try await store.records(of: number, after: 0, limit: 99) == again.records)
    _ = try await store.append([], to: again, then: .release(after: .zero))
    let rows = try await TestServer.execute(
      "select octet_length(c::text) from \(schema).claim('default', '{order}', 1, 0, null, 9, 9, '{}', '{}', '{}', "
        + "\(share), \(share)) c")
    let size = try #require(rows.first?.text(0).flatMap { Int($0) })
    #expect(size < 2 * share)
    await store.close()
  }

  @Test func `Only the claim of an earlier worker has all messages of a run in one row`() async throws {
    let schema = TestServer.name()
    let store = try await TestServer.open(schema)
    let number = try await store.add(NewRun(flow: "order")).run
    let (count, share) = (15, ClaimFunction.largestShare)
    let body = JSONValue.string(String(repeating: "x", count: share / 5))
    for _ in 0..<count { _ = try await store.send(FlowMessage(.message(name: "m", body: body)), to: number) }
    func size(of arguments: String) async throws -> Int {
      let rows = try await TestServer.execute(
        "select octet_length(c::text) from \(schema).claim('default', '{order}', 1, 0, null, 9, 9\(arguments)) c")
      return try #require(rows.first?.text(0).flatMap { Int($0) })
    }
    #expect(try await size(of: ", '{}', '{}', '{}', \(share)") < 2 * share)
    #expect(try await size(of: ", '{}', '{}', '{}'") > count * share / 5)
    #expect(try await size(of: "") > count * share / 5)
    await store.close()
  }

  @Test func `An unreadable message behind many others parks its run once`() async throws {
    let schema = TestServer.name()
    let store = try await TestServer.open(schema)
    let number = try await store.add(NewRun(flow: "order")).run
    let body = JSONValue.string(String(repeating: "x", count: ClaimFunction.largestShare / 5))
    for _ in 0..<9 { _ = try await store.send(FlowMessage(.message(name: "m", body: body)), to: number) }
    try await TestServer.execute("update \(schema).messages set body = '{}' where number = 9")
    for _ in 0..<2 {
      #expect(try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30))) == [])
      let summary = try #require(try await store.runs(RunQuery(), after: nil, limit: 1).first)
      #expect(summary.state.kind == .parked && summary.lastRecord == 2)
    }
    await store.close()
  }

  @Test func `Whatever the bytes of an array are, the elements that are complete are read`() {
    let dimension: [UInt8] = [0, 0, 0, 2, 0, 0, 0, 1]
    let array = [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 25] + dimension + [0, 0, 0, 1, 97, 255, 255, 255, 255]
    func elements(_ bytes: [UInt8]) -> [[UInt8]?] { PostgresRow(columns: [bytes]).elements(0) }
    #expect(elements(array) == [[97], nil])
    for place in array.indices {
      #expect(elements(Array(array[..<place])) == (place < 25 ? [] : [[97]]))
      for byte in [UInt8(0), 1, 127, 128, 255] {
        var bytes = array
        bytes[place] = byte
        _ = elements(bytes)
      }
    }
  }

  @Test func `Names that were written by hand into an array of two dimensions are read as a list`() async throws {
    let schema = TestServer.name()
    let store = try await TestServer.open(schema)
    _ = try await store.add(NewRun(flow: "order"))
    try await TestServer.execute("update \(schema).runs set state = 'waiting', awaits = '{{Paid,Shipped},{Late,NULL}}'")
    let runs = try await store.runs(RunQuery(), after: nil, limit: 1)
    guard case .waiting(_, let names)? = runs.first?.state else {
      Issue.record("\(runs)")
      return
    }
    #expect(names == ["Paid", "Shipped", "Late", ""])
    await store.close()
  }
}
