import FlowState
import Testing

/// Chains of 10,000 steps: each operation takes well under a second, where quadratic work would take minutes.
struct LongChainTests {
  typealias Steps = ChainSteps

  private static let count = 10_000

  /// Steps with a route to themselves, a route onwards and a route to the end.
  private static let steps = (0..<count).map { index in
    Steps.free("s\(index)").leading(["again": .step("s\(index)"), "on": .next, "quit": .end])
  }
  private static let chain = FlowChain(identifier: "F", steps)

  @Test("inserting one after the other, at any position")
  func insert() throws {
    var chain = FlowChain("F") {}
    for (index, step) in Self.steps.enumerated() {
      try chain.insert(step, at: index % 3 == 0 ? .first : index % 3 == 1 ? .last : .after("s\(index - 1)"))
    }
    #expect(chain.steps.count == Self.count)
    #expect(chain.steps.prefix(2).map(\.identifier) == ["s9999", "s9996"])
    #expect(chain.steps.suffix(2).map(\.identifier) == ["s9997", "s9998"])
    #expect(chain["s5000"]?.identifier == "s5000")
  }

  @Test("ordering, validating and drawing")
  func wholes() throws {
    let reversed = try Self.chain.ordered(by: Self.steps.map(\.identifier).reversed())
    #expect(reversed.steps[0].identifier == "s9999")
    #expect(reversed.validate() == [])
    #expect(reversed.mermaid().split(separator: "\n").count == 4 * Self.count + 4)
    #expect(reversed.graphviz().split(separator: "\n").count == 4 * Self.count + 6)
  }

  @Test("circles of every kind")
  func circles() {
    let loops = (0..<Self.count).map { Steps.free("s\($0)").leading(["again": .step("s\($0)"), "on": .next]) }
    let back = Steps.free("back").leading(["start": .step("s0")])
    #expect(FlowChain(identifier: "F", loops + [back]).validate().count == 1)
    let apart = (0..<Self.count).map { index in
      Steps.free("s\(index)").leading([
        "again": .step("s\(index)"), "on": .step("s\((index + 1) % 2 == 0 ? index : index + 1)"),
      ])
    }
    // Pairs of which only the first is reached. Both of its steps lead to themselves and never to the end.
    #expect(FlowChain(identifier: "F", apart).validate().count == Self.count)
  }

  @Test("paths, one by one")
  func paths() {
    let found = Array(Self.chain.paths().prefix(20))
    #expect(found.map(\.visits.count) == [Self.count] + (0..<19).map { Self.count - $0 })
    #expect(found[0].visits.count == Self.count)
    #expect(Set(found).count == 20)
  }
}
