import FlowChains
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Going back restores the context as it was when the visit began.
struct GoingBackContextTests {
  enum Cart: FlowContextKey<[String]> {}
  enum Coupon: FlowContextKey<String> {}
  enum Pin: FlowContextKey<Int> { static let isPrivate = true }
  enum Draft: FlowContextKey<String> { static let survivesGoingBack = true }

  /// A step that calls a closure with the number of its visit, from 1, when it completes.
  private static func step(
    _ identifier: String, _ visit: @escaping @Sendable (FlowStep<Any, Void>, Int) -> Void = { _, _ in }
  ) -> FlowStepDeclaration<Any, Void> {
    FlowStepDeclaration(Any.self, Void.self, identifier: identifier) { _ in
      var visits = 0
      let step = FlowStep(Any.self, Void.self, identifier: identifier) { _ in nil }
      step.setCompletion { step, _ in
        visits += 1
        visit(step, visits)
      }
      return step
    }
  }

  private func lines(_ chain: FlowChain, _ result: @escaping @Sendable (FlowContext) -> String) throws -> [String] {
    let recorder = FlowRecorder([])
    let flow = try Flow(chain, Any.self, result: result).reversible().observed(by: recorder)
    let result = try flow.runAndWait()
    return recorder.lines.filter { !$0.contains("completed") && !$0.contains("run") && $0 != "rest" } + [
      result ?? "none"
    ]
  }

  @Test("Going back past a coupon removes it from the context, and events report the restored values")
  func coupon() throws {
    let chain = FlowChain("shop") {
      Self.step("cart") { step, visit in step.context[Cart.self, default: []].append("book \(visit)") }
      Self.step("coupon") { step, visit in if visit == 1 { step.context[Coupon.self] = "HALF" } }
      Self.step("pay") { step, visit in if visit == 1 { try? step.goBack(to: "cart") } }
    }
    #expect(
      try lines(chain) { "\($0[Cart.self] ?? []) \($0[Coupon.self] ?? "no coupon")" } == [
        "cart began", "Cart = [\"book 1\"]", "coupon began", "Coupon = HALF", "pay began", "back to cart",
        "Coupon back to no value", "Cart back to no value", "cart content", "cart began", "Cart = [\"book 2\"]",
        "coupon began", "pay began",
        "[\"book 2\"] no coupon",
      ])
  }

  @Test("Going back by one step restores the changes of that step and the current one, and hides private values")
  func oneStep() throws {
    let chain = FlowChain("shop") {
      Self.step("a") { step, _ in (step.context[Cart.self], step.context[Pin.self]) = (["a"], 1) }
      Self.step("b") { step, visit in
        step.context[Cart.self]?.append("b\(visit)")
        step.context[Cart.self]?.append("b\(visit)")
        step.context[Pin.self] = nil
      }
      Self.step("c") { step, visit in
        step.context[Coupon.self] = "c\(visit)"
        if visit == 1 { step.goBack() }
      }
    }
    let found = try lines(chain) { "\($0[Cart.self] ?? []) \($0[Coupon.self] ?? "")" }
    #expect(
      Array(found.drop { $0 != "back to b" }) == [
        "back to b", "Coupon back to no value", "Pin back to (private)", "Cart back to [\"a\"]", "b content", "b began",
        "Cart = [\"a\", \"b2\"]", "Cart = [\"a\", \"b2\", \"b2\"]", "Pin removed", "c began", "Coupon = c2",
        "[\"a\", \"b2\", \"b2\"] c2",
      ])
  }

  @Test("Going back keeps values that survive it and values that were set before the first step")
  func survivors() throws {
    let flow = Flow(Any.self, String.self, identifier: "F") { scope in
      scope.context[Cart.self] = ["before"]
      let ask = FlowStep(Any.self, Void.self, identifier: "ask") { _ in nil }
      let turn = FlowStep(Any.self, Void.self, identifier: "turn") { _ in nil }
      ask.setCompletion { step, _ in
        scope.result = "\(step.context[Draft.self] ?? "new") \(step.context[Cart.self] ?? [])"
        step.context[Draft.self] = "typed"
        step.nextStep = scope.result == "new [\"before\"]" ? turn : nil
      }
      turn.setCompletion { step, _ in step.goBack() }
      return ask
    }.reversible()
    #expect(try flow.runAndWait() == "typed [\"before\"]")
  }

  @Test("An undo closure reads the values that its visit has left")
  func undo() throws {
    let trace = Trace()
    func reserve(_ identifier: String) -> FlowStepDeclaration<Any, Void> {
      FlowStepDeclaration(Any.self, Void.self, identifier: identifier) { context in
        let step = FlowStep(Any.self, Void.self, identifier: identifier) { _ in nil }
        step.setCompletion { _, _ in context[Coupon.self] = identifier }
        step.setUndo { _, _ in trace.note("undo \(identifier): \(context[Coupon.self] ?? "nothing")") }
        return step
      }
    }
    let chain = FlowChain("F") {
      reserve("a")
      reserve("b")
      Self.step("c") { step, visit in
        step.context[Coupon.self] = "c"
        if visit == 1 { try? step.goBack(to: "a") }
      }
    }
    _ = try lines(chain) { _ in "" }
    #expect(trace.take() == ["undo b: b", "undo a: a"])
  }

  @Test("Changes by a step's children belong to that step's visit")
  func children() throws {
    let flow = Flow(Any.self, String.self, identifier: "F") { scope in
      var rounds = 0
      let children = ["x", "y"].map { name in
        FlowStep(Any.self, Void.self, identifier: name) { step in
          step.context[Cart.self, default: []].append(name)
          return nil
        }
      }
      let both = ConcurrentFlowStep(identifier: "both", steps: children)
      let turn = FlowStep(Any.self, Void.self, identifier: "turn") { _ in nil }
      both.nextStep = turn
      turn.setCompletion { step, _ in
        rounds += 1
        if rounds < 3 { step.goBack() } else { scope.result = step.context[Cart.self]?.joined() }
      }
      return both
    }.reversible()
    #expect(try flow.runAndWait() == "xy")
  }

  @Test("A run that keeps few visits keeps few old context values", arguments: [0, 3, 50])
  func memory(visits: Int) throws {
    let objects = ObjectCounter()
    enum Thing: FlowContextKey<AnyObject> {}
    let most = Box(0)
    let chain = FlowChain("F") {
      FlowStepDeclaration(Any.self, Int.self, identifier: "loop") { context in
        var turns = 0
        return FlowStep(Any.self, Int.self, identifier: "loop") { _ in
          turns += 1
          for _ in 0..<3 { context[Thing.self] = objects.makeObject() }
          most.value = max(most.value, objects.living)
          let handler = FlowStepHandler(Any.self, Int.self)
          handler.complete(turns)
          return handler
        }
      }.branching(["again": .step("loop"), "done": .end]) { ($0 ?? 0) < 1_000 ? "again" : "done" }
    }
    _ = try Flow(chain, Any.self, Int.self).reversible(visits: visits).runAndWait()
    #expect(most.value <= 2 * visits + 6)
    #expect(objects.living == 0)
  }

  @Test("Going back reports a key once, even if several visits have changed it")
  func severalVisits() throws {
    let chain = FlowChain("shop") {
      Self.step("a") { step, _ in step.context[Coupon.self] = "a" }
      Self.step("b") { step, _ in step.context[Coupon.self] = "b" }
      Self.step("c") { step, visit in
        step.context[Coupon.self] = "c"
        if visit == 1 { try? step.goBack(to: "a") }
      }
    }
    let lines = try lines(chain) { $0[Coupon.self] ?? "none" }
    #expect(lines.filter { $0.hasPrefix("Coupon back") } == ["Coupon back to no value"])
    #expect(lines.last == "c")
  }
}
