import FlowChains
import TestSupport
import Testing

/// Rearranging a chain by the names of its steps.
struct FlowChainTests {
  private let chain = FlowChain(
    identifier: "F", ["a", "b", "c"].map { SampleSteps.free($0).step })

  private func order(_ change: (inout FlowChain) throws(FlowChainError) -> Void) throws(FlowChainError) -> String {
    var chain = chain
    try change(&chain)
    return chain.steps.map(\.identifier).joined()
  }

  /// The message of the error that a change throws.
  private func message(_ change: (inout FlowChain) throws(FlowChainError) -> Void) -> String? {
    var changed = chain
    do {
      try change(&changed)
      return nil
    } catch {
      #expect(changed.steps.map(\.identifier) == ["a", "b", "c"], "a failed change leaves the chain as it was")
      return "\(error)"
    }
  }

  @Test(
    "A step can be inserted at each kind of position",
    arguments: [
      (FlowChain.Position.first, "xabc"), (.last, "abcx"), (.before("b"), "axbc"), (.after("c"), "abcx"),
    ])
  func insert(position: FlowChain.Position, expected: String) throws {
    #expect(
      try order { chain throws(FlowChainError) in try chain.insert(SampleSteps.free("x").step, at: position) }
        == expected)
  }

  @Test(
    "A step can be moved to each kind of position",
    arguments: [
      ("c", FlowChain.Position.first, "cab"), ("a", .last, "bca"), ("a", .before("c"), "bac"),
      ("a", .after("b"), "bac"),
      ("b", .before("b"), "abc"), ("b", .after("b"), "abc"), ("c", .before("a"), "cab"),
    ])
  func move(identifier: String, position: FlowChain.Position, expected: String) throws {
    #expect(try order { chain throws(FlowChainError) in try chain.move(identifier, to: position) } == expected)
  }

  @Test("Removing a step returns it")
  func remove() throws {
    var chain = chain
    #expect(try chain.remove("b").identifier == "b")
    #expect(chain.steps.map(\.identifier) == ["a", "c"])
    #expect(chain["b"] == nil)
    #expect(chain["a"]?.identifier == "a")
  }

  @Test("A step can be replaced, even by one with the same name")
  func replace() throws {
    #expect(
      try order { chain throws(FlowChainError) in try chain.replace("b", with: SampleSteps.free("x").step) } == "axc")
    #expect(
      try order { chain throws(FlowChainError) in try chain.replace("b", with: SampleSteps.free("b").step) } == "abc")
  }

  @Test("A change that names an unknown step or repeats a name is refused with a message")
  func refusals() {
    let x = SampleSteps.free("x").step
    let unknown = "Flow 'F': The call names the unknown step 'z'; known steps are: a, b, c."
    #expect(message { c throws(FlowChainError) in try c.insert(x, at: .after("z")) } == unknown)
    #expect(message { c throws(FlowChainError) in try c.remove("z") } == unknown)
    #expect(message { c throws(FlowChainError) in try c.replace("z", with: x) } == unknown)
    #expect(message { c throws(FlowChainError) in try c.move("z", to: .first) } == unknown)
    #expect(message { c throws(FlowChainError) in try c.move("a", to: .before("z")) } == unknown)
    #expect(
      message { c throws(FlowChainError) in try c.insert(SampleSteps.free("b").step, at: .last) }
        == "Flow 'F': The identifier 'b' is used at positions 2, 4; each step needs one of its own.")
    #expect(
      message { c throws(FlowChainError) in try c.replace("a", with: SampleSteps.free("b").step) }
        == "Flow 'F': The identifier 'b' is used at positions 1, 2; each step needs one of its own.")
  }

  @Test("An order from data rearranges the steps", arguments: ["abc", "acb", "bac", "bca", "cab", "cba"])
  func ordered(order: String) throws {
    #expect(try chain.ordered(by: order.map(String.init)).steps.map(\.identifier).joined() == order)
  }

  @Test("An order that omits, repeats, or invents steps is refused with all its problems")
  func wrongOrder() {
    #expect {
      try chain.ordered(by: ["b", "z", "b"])
    } throws: { error in
      "\(error)" == "Flow 'F': The identifier 'b' is used at positions 1, 3; each step needs one of its own. "
        + "Position 2 of the order names the unknown step 'z'; known steps are: a, b, c. "
        + "The order does not name step 'a'. The order does not name step 'c'."
    }
    #expect {
      try chain.ordered(by: [])
    } throws: { error in
      "\(error)".hasSuffix(
        "The order does not name step 'a'. The order does not name step 'b'. The order does not name step 'c'.")
    }
  }

  @Test("A change of a repeated name changes the first step that has it, also after another step was removed")
  func repeatedName() throws {
    var chain = FlowChain(identifier: "F", ["b", "a", "a"].map { SampleSteps.free($0).step })
    try chain.remove("b")
    try chain.replace("a", with: SampleSteps.free("x").step)
    #expect(chain.steps.map(\.identifier) == ["x", "a"])
  }

  @Test("A chain with a repeated name cannot be reordered")
  func orderingRepeatedNames() {
    let chain = FlowChain(identifier: "F", ["a", "b", "a"].map { SampleSteps.free($0).step })
    #expect {
      try chain.ordered(by: ["b", "a"])
    } throws: { error in
      "\(error)" == "Flow 'F': The identifier 'a' is used at positions 1, 3; each step needs one of its own."
    }
  }
}
