import FlowChains
import FlowState
import TestSupport
import Testing

/// Validation reports all problems of a chain at once, each with a message.
struct ChainValidationTests {
  typealias Steps = SampleSteps

  private func problems(_ steps: [DeclaredStep]) -> [String] {
    FlowChain(identifier: "F", steps).validate().map(\.description)
  }

  @Test("A chain without faults has no problems")
  func sound() {
    let display = Steps.free("display").leading(["edit": .next, "quit": .end])
    let back = Steps.free("update").leading(["done": .step("display")])
    #expect(problems([display, Steps.free("edit").step, back]) == [])
  }

  @Test("Validation reports a chain without steps")
  func empty() {
    #expect(problems([]) == ["There are no steps; a flow needs at least one."])
  }

  @Test("Validation reports missing and repeated identifiers")
  func names() {
    let steps = ["a", "", "a", "  ", "a"].map { Steps.free($0).step }
    #expect(
      problems(steps) == [
        "The identifier 'a' is used at positions 1, 3, 5; each step needs one of its own.",
        "Step 2 has no identifier.", "Step 4 has no identifier.",
      ])
  }

  @Test("Validation reports unknown targets, repeated routes, and steps without routes")
  func routes() {
    let menu = Steps.free("menu").leading(["a": .step("z"), "b": .end, "b": .next, "b": .end])
    #expect(
      problems([menu, Steps.free("stuck").leading([:])]) == [
        "The route 'a' of step 'menu' names the unknown step 'z'; known steps are: menu, stuck.",
        "Step 'menu' has more than one route 'b'.",
        "Step 'stuck' has no routes; it needs at least one, such as a route to the end.",
      ])
  }

  @Test("Validation reports types that do not fit, along the order and along routes")
  func types() {
    let count = Steps.transform("count") { (text: String?) in text?.count }
    let shout = Steps.transform("shout") { (text: String?) in text?.uppercased() }
    let menu = Steps.transform("menu") { (number: Int?) in number }.leading(["again": .step("shout"), "on": .next])
    #expect(
      problems([shout.step, count.step, menu, Steps.free("free").step]) == [
        "Step 'shout' cannot follow 'menu': it takes String, and 'menu' yields Int."
      ])
    #expect(
      problems([count.step, shout.step]) == [
        "Step 'shout' cannot follow 'count': it takes String, and 'count' yields Int."
      ])
    #expect(problems([count.step, shout.given { _ in "" }.step]) == [], "it has a source of its own")
  }

  @Test("Validation reports unreachable steps")
  func unreachable() {
    let menu = Steps.free("menu").leading(["on": .step("c")])
    #expect(
      problems([menu, Steps.free("a").step, Steps.free("b").leading(["x": .step("a")]), Steps.free("c").step]) == [
        "Step 'a' is unreachable: no way leads to it from the first step.",
        "Step 'b' is unreachable: no way leads to it from the first step.",
      ])
  }

  @Test("Validation reports circles without a way out")
  func circles() {
    #expect(
      problems([Steps.free("a").leading(["again": .step("a")])]) == [
        "Step 'a' leads back to itself, and no way leads from it to the end of the flow."
      ])
    let toCircle = Steps.free("entry").leading(["left": .step("a"), "right": .step("c")])
    let circle = [
      toCircle, Steps.free("a").step, Steps.free("b").leading(["back": .step("a")]),
      Steps.free("c").leading(["self": .step("c")]),
    ]
    #expect(
      problems(circle) == [
        "The steps 'a', 'b' lead to each other, and no way leads from them to the end of the flow.",
        "Step 'c' leads back to itself, and no way leads from it to the end of the flow.",
      ])
    let withExit = [Steps.free("a").step, Steps.free("b").leading(["back": .step("a"), "out": .end])]
    #expect(problems(withExit) == [])
  }

  @Test("Validation reports all problems at once, and no flow can be made from the chain")
  func everything() {
    let count = Steps.transform("count") { (text: String?) in text?.count }
    let shout = Steps.transform("shout") { (text: String?) in text?.uppercased() }.leading(["x": .step("z")])
    let chain = FlowChain(identifier: "F", [count.step, shout, Steps.free("").leading(["": .step("")])])
    let sentences = [
      "Step 3 has no identifier.",
      "The route 'x' of step 'shout' names the unknown step 'z'; known steps are: count, shout, .",
      "Step 'shout' cannot follow 'count': it takes String, and 'count' yields Int.",
      "Step '' is unreachable: no way leads to it from the first step.",
    ]
    #expect(chain.validate().map(\.description) == sentences)
    #expect {
      _ = try Flow(chain, Int.self, String.self)
    } throws: { error in
      "\(error)" == "Flow 'F': " + sentences.joined(separator: " ")
        + " Step 'count' cannot come first: it takes String, and the flow is started with Int."
    }
  }

  @Test("A flow's content and result types are checked against the ends of its chain")
  func ends() {
    let count = Steps.transform("count") { (text: String?) in text?.count }
    let chain = FlowChain(identifier: "F", [count.step])
    #expect(throws: Never.self) { _ = try Flow(chain, String.self, Int.self) }
    #expect {
      _ = try Flow(chain, Any.self, String.self)
    } throws: { error in
      "\(error)" == "Flow 'F': Step 'count' cannot come first: it takes String, and the flow is started with Any. "
        + "The flow cannot end with step 'count': it yields Int, and the flow yields String."
    }
  }

  @Test("A circle that leads into another circle is a separate problem")
  func circleIntoCircle() {
    let menu = Steps.free("menu").leading(["x": .step("x"), "y": .step("y")])
    let x = Steps.free("x").leading(["again": .step("x")])
    let y = Steps.free("y").leading(["again": .step("y"), "on": .step("x")])
    #expect(
      FlowChain(identifier: "F", [menu, x, y]).validate().map(\.description) == [
        "Step 'x' leads back to itself, and no way leads from it to the end of the flow.",
        "Step 'y' leads back to itself, and no way leads from it to the end of the flow.",
      ])
  }
}
