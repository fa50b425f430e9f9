import FlowDurable
import FlowJSON
import FlowStateTesting
import FlowTerminal
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FlowControl

/// `list`.
struct ListTests {
  private func harness() async throws -> ControlHarness {
    let harness = try ControlHarness()
    let waiting = try await harness.add(key: "4711")
    try await harness.append(
      [ControlHarness.charged, .waiting(.init(step: "ship", visit: 1, names: ["Shipped"]))], to: waiting,
      then: .wait(.after(.seconds(3 * 86_400)), for: ["Shipped"]))
    harness.clock.advance(by: .seconds(90))
    let parked = try await harness.add(key: "4712")
    try await harness.append(
      [.parked(.init("The undo of 'charge' failed."))], to: parked, then: .park("The undo of 'charge' failed."))
    let ended = try await harness.add("signup")
    try await harness.append([.ended(.init(.completed))], to: ended, then: .end(.completed))
    _ = try await harness.add()
    return harness
  }

  @Test("The `list` command prints all runs in the order of their numbers")
  func all() async throws {
    let (code, output, _) = try await harness().run("list")
    #expect(code == 0)
    #expect(
      output == """
        RUN  FLOW    KEY   AT    STARTED    DURATION  CHANGED    STATE
        1    order   4711  ship  1 min ago  1 min     1 min ago  waits for Shipped, 2 d left
        2    order   4712        0 s ago    0 s       0 s ago    parked: The undo of 'charge' failed.
        3    signup              0 s ago    0 s       0 s ago    completed
        4    order               0 s ago    0 s       0 s ago    at work

        """)
  }

  @Test("The `list` command cuts the longest texts in a narrow window")
  func narrow() async throws {
    var harness = try await harness()
    harness.columns = 60
    let output = await harness.run("list").output
    #expect(output.split(separator: "\n").allSatisfy { $0.count <= 60 })
    #expect(output.contains("parked: The undo of 'ch…"))
  }

  @Test(
    "Options choose the runs that `list` prints",
    arguments: [
      (["--state", "parked"], [2]), (["--flow", "order"], [1, 2, 4]), (["--key", "4711"], [1]),
      (["--at", "ship"], [1]), (["--state", "completed"], [3]), (["--state", "failed"], []),
      (["--state", "ended"], [3]),
      (["--prefix", "47"], [1, 2]), (["--prefix", "4712"], [2]), (["--tenant", "acme"], []),
      (["--queue", "default"], [1, 2, 3, 4]),
      (["--within", "1min"], [2, 3, 4]), (["--reverse"], [4, 3, 2, 1]), (["--reverse", "--after", "3"], [2, 1]),
      (["--sort", "changed", "--reverse", "--limit", "2"], [4, 3]), (["--sort", "attempts"], [1, 2, 3, 4]),
      (["--older", "1min"], [1]), (["--after", "2"], [3, 4]), (["--limit", "2"], [1, 2]), (["--flow", "none"], []),
    ])
  func chosen(options: [String], numbers: [Int]) async throws {
    let harness = try await harness()
    let output = await harness.run(["list", "--json"] + options).output
    let found = output.split(separator: "\n").compactMap { line in
      line.firstMatch(of: #/"run":([0-9]+)/#).flatMap { Int($0.1) }
    }
    #expect(found == numbers)
  }

  @Test("The `list` command mentions that there are more runs than its limit")
  func more() async throws {
    let harness = try await harness()
    #expect(
      await harness.run("list", "--limit", "2").output.hasSuffix("There are more: --after 2 shows the next ones.\n"))
    #expect(await !harness.run("list", "--limit", "4").output.contains("more"))
    #expect(await harness.run("list", "--flow", "none").output == "No runs.\n")
  }

  @Test("The `list --json` command prints a JSON object for each run")
  func json() async throws {
    let output = try await harness().run("list", "--json", "--state", "waiting").output
    #expect(
      output
        == #"{"at":"ship","awaits":["Shipped"],"began":0,"changed":0,"due":259200000,"flow":"order","key":"4711","messages":0,"priority":0,"queue":"default","records":3,"run":1,"state":"waiting"}"#
        + "\n")
  }

  @Test(
    "The `list` command reports invalid options",
    arguments: [
      (
        ["--state", "lost"],
        "Invalid value 'lost' for '--state': expected ready, held, waiting, parked, completed, failed, cancelled or ended."
      ),
      (["--sort", "age"], "Invalid value 'age' for '--sort': expected number, changed, duration, attempts or worker."),
      (
        ["--older", "yesterday"],
        "Invalid value 'yesterday' for '--older': expected a time such as 90s, 5min, 2h or 3d."
      ),
      (["--limit", "0"], "Invalid value '0' for '--limit': expected a positive number."),
      (["--flwo", "x"], "Unknown option '--flwo'. Did you mean '--flow'?"),
    ])
  func wrong(options: [String], message: String) async throws {
    let (code, output, errors) = try await ControlHarness().run(["list"] + options)
    #expect(code == 64)
    #expect(output.isEmpty)
    #expect(errors.hasPrefix(message))
    #expect(errors.hasSuffix("'orders --help' shows what is possible.\n"))
  }

  @Test("Output that nobody reads ends a command in silence, and output that can't be written has its own code")
  func unwritable() async throws {
    let harness = try await harness()
    for (code, status, isSaid) in [(EPIPE, Int32(0), false), (ENOSPC, 70, true)] {
      let complaints = LockedList<String>()
      let output = ControlOutput(columns: nil) { _ in
        throw OutputFailure(code: code)
      } complain: {
        complaints.append($0)
      }
      #expect(await RunControl(harness.store, flows: [], program: "orders", output: output).run(["list"]) == status)
      #expect(complaints.all.isEmpty != isSaid)
    }
  }

  @Test("A sorted list shows each run once, although the last run of a page is removed")
  func sorted() async throws {
    let harness = try ControlHarness()
    for _ in 1...501 { _ = try await harness.store.add(NewRun(flow: "order")) }
    let store = RestartingStore(harness.store)
    let words = ["list", "--sort", "changed", "--limit", "600", "--json"]
    let lines = await harness.run(words, opening: { _ in store }).output.split(separator: "\n")
    #expect(lines.count == 501 && Set(lines).count == 501)
  }
}

/// A store that begins its list again at the second page, as after the removal of the run at the end of the first one.
private final class RestartingStore: ForwardingStore {
  let store: any FlowStore
  private let pages = Atomic(0)

  init(_ store: any FlowStore) {
    self.store = store
  }

  func runs(_ query: RunQuery, after number: RunNumber?, limit: Int) async throws(StoreError) -> [RunSummary] {
    let page = pages.add(1, ordering: .relaxed).newValue
    return try await store.runs(query, after: page == 2 ? nil : number, limit: limit)
  }
}
