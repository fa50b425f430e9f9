@testable import FlowChains
import FlowState
import TestSupport
import Testing

/// Chains of 10,000 steps: each operation takes well under a second, where quadratic work would take minutes.
struct LongChainTests {
  typealias Steps = SampleSteps

  private static let count = 10_000

  /// Steps with a route to themselves, a route onwards and a route to the end.
  private static let steps = (0..<count).map { index in
    Steps.free("s\(index)").leading(["again": .step("s\(index)"), "on": .next, "quit": .end])
  }
  private static let chain = FlowChain(identifier: "F", steps)

  @Test("Ten thousand steps can be inserted one after another, at any position")
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

  @Test("A chain of ten thousand steps can be ordered, validated, and drawn")
  func wholes() throws {
    let reversed = try Self.chain.ordered(by: Self.steps.map(\.identifier).reversed())
    #expect(reversed.steps[0].identifier == "s9999")
    #expect(reversed.validate() == [])
  }

  @Test("Validation finds circles among ten thousand steps")
  func circles() {
    let loops = (0..<Self.count).map { Steps.free("s\($0)").leading(["again": .step("s\($0)"), "on": .next]) }
    let back = Steps.free("back").leading(["start": .step("s0")])
    #expect(FlowChain(identifier: "F", loops + [back]).validate().count == 1)
    let apart = (0..<Self.count).map { index in
      Steps.free("s\(index)").leading([
        "again": .step("s\(index)"), "on": .step("s\((index + 1) % 2 == 0 ? index : index + 1)"),
      ])
    }
    // Only the first pair of steps is reachable. Both of its steps lead to themselves and never to the end.
    #expect(FlowChain(identifier: "F", apart).validate().count == Self.count)
  }

  @Test("Paths of ten thousand steps are found one at a time")
  func paths() {
    let found = Array(Self.chain.paths().prefix(20))
    #expect(found.map(\.visits.count) == [Self.count] + (0..<19).map { Self.count - $0 })
    #expect(found[0].visits.count == Self.count)
    #expect(Set(found).count == 20)
  }

  /// Counts the steps that the search visits. A search that starts again at each step visits millions.
  @Test("The search for the first ten paths does not start again at each step")
  func skippingPaths() {
    let steps = (0..<Self.count).map { index in
      Steps.free("s\(index)").leading(["skip": .step("s\(min(index + 2, Self.count - 1))"), "on": .next])
    }
    var paths = FlowPathIterator(FlowChain(identifier: "F", steps), limit: 1)
    var found: [FlowPath] = []
    while found.count < 10, let path = paths.next() { found.append(path) }
    #expect(Set(found).count == 10)
    #expect(found[0].visits.count == Self.count / 2 + 1)
    #expect(paths.stepsSearched < 4 * Self.count)
  }

  @Test("Errors about ten thousand steps list every problem and keep each description short")
  func errors() throws {
    let names = Self.steps.map { "\($0.identifier)x" }
    let error = #expect(throws: FlowChainError.self) { try Self.chain.ordered(by: names) }
    #expect(error?.problems.count == 2 * Self.count)
    #expect(
      error?.problems[0].description
        == "Position 1 of the order names the unknown step 's0x'; known steps are: s0, s1, s2, s3, s4, s5, s6, s7, s8, s9, "
        + "s10, s11, s12, s13, s14, s15, s16, s17, s18, s19 and 9980 more.")
    #expect(error?.description.utf8.count ?? 0 < 400 * Self.count)
    enum Key: FlowContextKey { typealias Value = Int }
    let readers = (0..<Self.count).map { Steps.free("s\($0)").reading(Key.self).step }
    let problems = FlowChain(identifier: "F", readers).validate()
    #expect(problems.count == Self.count)
    #expect(problems[8] == .missingValue("Key", of: "s8", way: ["s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7"]))
    #expect(problems[9] == .missingValue("Key", of: "s9", way: ["s0", "s1", "s2", "…", "s6", "s7", "s8"]))
    #expect(
      problems[9_999].description
        == "Step 's9999' takes the value of 'Key', but no step provides one on the way s0 → s1 → s2 → … → s9996 → s9997 → "
        + "s9998 → s9999.")
  }

  @Test("A chain of ten thousand steps can be changed step by step, and each step is found again")
  func changes() throws {
    var chain = FlowChain("F") { Steps.free("last") }
    for step in Self.steps { try chain.insert(step, at: .before("last")) }
    #expect(chain.steps.map(\.identifier) == Self.steps.map(\.identifier) + ["last"])
    for (index, step) in Self.steps.enumerated() {
      try chain.replace(step.identifier, with: Steps.free("t\(index)"))
    }
    #expect(chain["s0"] == nil)
    #expect(chain["t9999"]?.identifier == "t9999")
    for index in (0..<Self.count).reversed() { try chain.remove("t\(index)") }
    #expect(chain.steps.map(\.identifier) == ["last"])
  }
}
