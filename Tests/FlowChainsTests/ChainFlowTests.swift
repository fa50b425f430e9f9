import FlowChains
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Running chains that are declared as data.
struct ChainFlowTests {
  typealias Steps = SampleSteps

  enum Seen: FlowContextKey {
    typealias Value = [String]
    static let survivesGoingBack = true
  }

  /// A step that appends its name to a list in the context.
  private static func witness(_ identifier: String) -> DeclaredStep {
    FlowStepDeclaration(Any.self, Void.self, identifier: identifier) { _ in
      FlowStep(Any.self, Void.self, identifier: "made") { step in
        step.context[Seen.self, default: []].append(identifier)
        return nil
      }
    }.step
  }

  @Test("Independent steps run in every order", arguments: ["abc", "acb", "bac", "bca", "cab", "cba"])
  func orders(order: String) throws {
    let chain = try FlowChain(identifier: "F", ["a", "b", "c"].map { Self.witness($0) })
      .ordered(by: order.map(String.init))
    let flow = try Flow(chain, Any.self, String.self) { $0[Seen.self]?.joined() }
    #expect(try flow.runAndWait() == order)
  }

  @Test("A step's result is the content of the next step that takes it")
  func content() throws {
    let count = Steps.transform("count") { (text: String?) in text?.count }
    let double = Steps.transform("double") { (number: Int?) in number.map { $0 * 2 } }
    let chain = FlowChain(identifier: "F", count.then(double))
    #expect(try Flow(chain, String.self, Int.self).runAndWait("four") == 8)
    #expect(try Flow(chain, String.self, Int.self).runAndWait() == nil, "no result is no content")
  }

  @Test("A step with its own source of content ignores the result before it")
  func sources() throws {
    enum Word: FlowContextKey { typealias Value = String }
    let set = FlowStepDeclaration(Any.self, Int.self, identifier: "set") { context in
      FlowStep(Any.self, Int.self, identifier: "set") { _ in
        context[Word.self] = "seven"
        return nil
      }
    }.providing(Word.self)
    let count = Steps.transform("count") { (text: String?) in text?.count }
    #expect(
      try Flow(FlowChain(identifier: "F", set.then(count.taking(Word.self))), Any.self, Int.self).runAndWait() == 5)
    #expect(
      try Flow(FlowChain(identifier: "F", set.then(count.given { _ in "ab" })), Any.self, Int.self).runAndWait() == 2)
  }

  @Test("A step's result chooses its route, which may lead to any step")
  func routes() throws {
    enum Turns: FlowContextKey { typealias Value = Int }
    let loop = FlowStepDeclaration(Any.self, Int.self, identifier: "loop") { context in
      FlowStep(Any.self, Int.self, identifier: "loop") { _ in
        context[Turns.self, default: 0] += 1
        let handler = FlowStepHandler(Any.self, Int.self)
        handler.complete(context[Turns.self] ?? 0)
        return handler
      }
    }.branching(["again": .step("loop"), "on": .next, "skip": .step("last")]) { turns in
      (turns ?? 0) < 3 ? "again" : "skip"
    }
    let recorder = FlowRecorder([])
    let chain = FlowChain(identifier: "F", [loop.step, Self.witness("never"), Self.witness("last")])
    let flow = try Flow(chain, Any.self, Int.self) { $0[Turns.self] }.observed(by: recorder)
    #expect(try flow.runAndWait() == 3)
    #expect(
      recorder.lines.filter { $0.hasSuffix("began") } == [
        "F#1 run began", "loop began", "loop began", "loop began", "last began",
      ])
  }

  @Test("Events name declared steps and record context changes, without the values of private keys")
  func recorded() throws {
    enum Secret: FlowContextKey {
      typealias Value = String
      static var name: String { "password" }
      static var isPrivate: Bool { true }
    }
    let step = FlowStepDeclaration(Any.self, Void.self, identifier: "ask") { context in
      FlowStep(Any.self, Void.self, identifier: "made") { _ in
        context[Secret.self] = "hunter2"
        context[Seen.self] = ["x"]
        context[Seen.self] = nil
        return nil
      }
    }
    let recorder = FlowRecorder([])
    _ = try Flow(FlowChain(identifier: "F", FlowStepOrder(step)), Any.self, Void.self).observed(by: recorder)
      .runAndWait()
    #expect(
      recorder.lines == [
        "F#1 run began", "ask began", "password = (private)", "Seen = [\"x\"]", "Seen removed", "ask completed", "rest",
        "F#1 completed",
      ])
  }

  @Test("A nested run reads the context of the run around it, and keeps its own changes to itself")
  func nestedContext() throws {
    enum Outer: FlowContextKey { typealias Value = String }
    let flow = Flow(Any.self, String.self, identifier: "F") { scope in
      scope.context[Outer.self] = "outer"
      let inner = Flow(Any.self, String.self, identifier: "N") { scope in
        scope.result = scope.context[Outer.self]
        scope.context[Outer.self] = "inner"
        return FlowStep(Any.self, Void.self, identifier: "n") { _ in nil }
      }
      let nested = FlowStep(inner)
      nested.setCompletion { step, read in
        scope.result = "\(read ?? "nothing") \(step.context[Outer.self] ?? "nothing")"
      }
      return nested
    }
    #expect(try flow.runAndWait() == "outer outer")
  }

  @Test("Two runs of a chain share nothing, and leave nothing alive")
  func lifetime() throws {
    let chain = FlowChain(identifier: "F", ["a", "b"].map { Self.witness($0) })
    let leaks = LeakCheck()
    let flow = try Flow(chain, Any.self, Int.self) { $0[Seen.self]?.count }.reversible().watched(by: leaks)
    #expect(try flow.runAndWait() == 2)
    #expect(try flow.runAndWait() == 2)
    try leaks.requireNothingAlive()
  }

  @Test("A step can take its run back without knowing the flow")
  func goingBack() throws {
    enum Turns: FlowContextKey {
      typealias Value = Int
      static let survivesGoingBack = true
    }
    let back = FlowStepDeclaration(Any.self, Void.self, identifier: "b") { context in
      let step = FlowStep(Any.self, Void.self, identifier: "b") { _ in nil }
      step.setCompletion { step, _ in
        context[Turns.self, default: 0] += 1
        if context[Turns.self] == 1 { step.goBack() }
      }
      return step
    }
    let chain = FlowChain(identifier: "F", [Self.witness("a"), back.step])
    let flow = try Flow(chain, Any.self, Int.self) { $0[Seen.self]?.count }.reversible()
    #expect(try flow.runAndWait() == 2)
  }

  private enum Place: FlowContextKey { typealias Value = String }

  /// A step that notes its content when it starts, completes, and is undone.
  private static func reserve(_ trace: Trace) -> FlowStepDeclaration<String, Int> {
    FlowStepDeclaration(String.self, Int.self, identifier: "reserve") { _ in
      let step = FlowStep(String.self, Int.self, identifier: "reserve") { step in
        trace.note("reserve \(step.content ?? "nothing")")
        return nil
      }
      step.setCompletion { step, _ in trace.note("reserved \(step.content ?? "nothing")") }
      step.setUndo { step, _ in trace.note("undo \(step.content ?? "nothing")") }
      return step
    }
  }

  private static func choose(_ places: String...) -> DeclaredStep {
    FlowStepDeclaration(Any.self, Void.self, identifier: "choose") { context in
      var left = places[...]
      return FlowStep(Any.self, Void.self, identifier: "choose") { _ in
        context[Place.self] = left.popFirst()
        return nil
      }
    }.providing(Place.self).step
  }

  @Test("Content from the context stays that of its visit during undo, and reaches scripted steps too")
  func givenContent() throws {
    let trace = Trace()
    let turn = FlowStepDeclaration(Any.self, Void.self, identifier: "turn") { context in
      var turns = 0
      let step = FlowStep(Any.self, Void.self, identifier: "turn") { _ in nil }
      step.setCompletion { step, _ in
        turns += 1
        if turns == 1 { try? step.goBack(to: "choose") }
      }
      return step
    }
    let chain = FlowChain(
      identifier: "F", [Self.choose("Rome", "Oslo"), Self.reserve(trace).taking(Place.self).step, turn.step])
    let flow = try Flow(chain, Any.self, Void.self) { _ in nil }.reversible()
    _ = try flow.runAndWait()
    #expect(
      trace.take() == ["reserve Rome", "reserved Rome", "undo Rome", "reserve Oslo", "reserved Oslo"])
    _ = try flow.scripted(by: ["reserve": [.noResult], "turn": [.noResult]]).runAndWait()
    #expect(trace.take().contains("reserved Rome"))
  }

  @Test("A declaration with two sources of content uses the first")
  func twoSources() throws {
    let trace = Trace()
    let twice = Self.reserve(trace).taking(Place.self).given { _ in 42 }
    let flow = try Flow(FlowChain(identifier: "F", [Self.choose("Rome"), twice.step]), Any.self, Void.self) { _ in nil }
    _ = try flow.runAndWait()
    #expect(trace.take() == ["reserve Rome", "reserved Rome"])
  }

  @Test("A context key of an optional type has no value until one is set")
  func optionalValues() throws {
    enum Nick: FlowContextKey { typealias Value = String? }
    let flow = Flow(Any.self, Bool.self, identifier: "F") { scope in
      scope.result = scope.context[Nick.self] == nil && scope.context[Nick.self, default: "x"] == "x"
      return FlowStep(Any.self, Void.self, identifier: "n") { _ in nil }
    }
    #expect(try flow.runAndWait() == true)
  }
}
