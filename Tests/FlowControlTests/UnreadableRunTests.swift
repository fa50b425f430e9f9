import FlowDurable
import Testing

/// Runs whose records can't be read, or that are removed while a command works.
struct UnreadableRunTests {
  private static let run = RunNumber(rawValue: 2)
  private static let damage = StoreError.damaged(.init("Line 7 of 'orders.journal' isn't a record."))

  private func harness() async throws -> ControlHarness {
    let harness = try ControlHarness()
    for _ in 1...3 {
      let run = try await harness.add()
      try await harness.append([ControlHarness.charged], to: run, then: .wait(.never, for: ["Shipped"]))
    }
    return harness
  }

  @Test(
    "The `export` command reports a run that can't be read, and writes the others", arguments: [[], ["1", "2", "3"]])
  func export(words: [String]) async throws {
    let harness = try await harness()
    let store = SpoiltStore(harness.store, run: Self.run, error: Self.damage)
    let (code, output, errors) = await harness.run(["export"] + words, opening: { _ in store })
    #expect(code == 65)
    let runs = output.split(separator: "\n").map { $0.firstMatch(of: #/"run":([0-9]+)/#)?.1 }
    #expect(runs == ["1", "3"])
    #expect(errors == "\(Self.damage)\n")
  }

  @Test("The `export` command leaves out a run that was removed meanwhile, and reports one that was named")
  func removed() async throws {
    let harness = try await harness()
    let store = SpoiltStore(harness.store, run: Self.run, error: .unknownRun(Self.run))
    let all = await harness.run(["export"], opening: { _ in store })
    #expect(all.code == 0 && all.errors.isEmpty)
    #expect(all.output.split(separator: "\n").count == 2)
    let named = await harness.run(["export", "2", "3"], opening: { _ in store })
    #expect(named.code == 66 && named.errors == "There is no run 2.\n")
    #expect(named.output.split(separator: "\n").count == 1)
  }

  @Test("The `export` command stops if the store is away")
  func away() async throws {
    let harness = try await harness()
    let store = SpoiltStore(harness.store, run: Self.run, error: .unavailable(.init("The server is away.")))
    let (code, output, _) = await harness.run(["export"], opening: { _ in store })
    #expect(code == 69 && output.split(separator: "\n").count == 1)
  }

  @Test("The picture of a flow shows the other runs", arguments: [damage, .unknownRun(run)])
  func diagram(error: StoreError) async throws {
    let harness = try await harness()
    let store = SpoiltStore(harness.store, run: Self.run, error: error)
    let (code, output, _) = await harness.run(["diagram", "order"], opening: { _ in store })
    #expect(code == 0)
    #expect(output.contains("charge<br/>2 visits"))
  }
}

/// A store that can't read the records of one run.
private struct SpoiltStore: ForwardingStore {
  let store: any FlowStore
  let run: RunNumber
  let error: StoreError

  init(_ store: any FlowStore, run: RunNumber, error: StoreError) {
    (self.store, self.run, self.error) = (store, run, error)
  }

  func records(of run: RunNumber, after number: Int, limit: Int) async throws(StoreError) -> [FlowRecord] {
    if run == self.run { throw error }
    return try await store.records(of: run, after: number, limit: limit)
  }
}
