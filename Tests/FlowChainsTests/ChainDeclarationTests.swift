import FlowChains
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// The short ways to declare steps and chains.
struct ChainDeclarationTests {
  enum Name: FlowContextKey<String> {}
  enum Length: FlowContextKey<Int> {}
  enum Secret: FlowContextKey<String> { static let isPrivate = true }

  private let name = FlowStepDeclaration(Any.self, String.self, identifier: "name") { _ in "Ada" }
  private let count = FlowStepDeclaration(String.self, Int.self, identifier: "count") { name in name?.count }

  @Test(
    "A chain's builder accepts declarations, steps, orders, lists, conditions, and loops",
    arguments: [true, false])
  func builder(isLong: Bool) {
    let chain = FlowChain("F") {
      name
      if isLong { SampleSteps.free("long").step } else { SampleSteps.free("short") }
      if isLong { SampleSteps.free("extra") }
      SampleSteps.free("a").then(SampleSteps.free("b"))
      for number in 1...2 { SampleSteps.free("n\(number)") }
      [SampleSteps.free("last").step]
    }
    #expect(chain.identifier == "F")
    #expect(
      chain.steps.map(\.identifier)
        == (isLong ? ["name", "long", "extra"] : ["name", "short"]) + ["a", "b", "n1", "n2", "last"])
    #expect(FlowChain("F") {}.steps.isEmpty)
  }

  @Test("An async closure declares a step, which receives the previous result and passes on its own")
  func closures() async throws {
    let chain = FlowChain("F") {
      name
      count
    }
    #expect(try await Flow(chain, Any.self, Int.self).run() == 3)
    let failing = FlowStepDeclaration(Any.self, Int.self, identifier: "fail") { _ in throw TestError("refused") }
    let flow = try Flow(FlowChain("F") { failing }, Any.self, Int.self)
    await #expect {
      _ = try await flow.run()
    } throws: { error in
      "\(error)" == "Step 'fail' failed (visit 1 of run F#1): refused"
    }
  }

  @Test("A step's result is kept under a key before its own closures run, and later steps take it from there")
  func keeping() async throws {
    let told = FlowStepDeclaration(Any.self, String.self, identifier: "name") { context in
      let step = FlowStep(Any.self, String.self, identifier: "made") { _ in "Ada" }
      step.setCompletion { _, _ in context[Secret.self] = context[Name.self] }
      return step
    }.keeping(Name.self).providing(Secret.self)
    let chain = FlowChain("F") {
      told
      SampleSteps.free("between")
      count.taking(Name.self).keeping(Length.self)
    }
    let recorder = FlowRecorder([])
    let flow = try Flow(chain, Any.self) { "\($0[Name.self] ?? "") \($0[Length.self] ?? 0) \($0[Secret.self] ?? "")" }
    #expect(try await flow.observed(by: recorder).run() == "Ada 3 Ada")
    #expect(
      recorder.lines == [
        "F#1 run began", "name began", "name completed", "Name = Ada", "Secret = (private)", "between began",
        "between completed", "count content", "count began", "count completed", "Length = 3", "rest", "F#1 completed",
      ])
  }

  @Test("A step that yields no result removes the value that it kept before")
  func keepingNothing() async throws {
    let turns = LockedList<Int>()
    let ask = FlowStepDeclaration(Any.self, String.self, identifier: "ask") { _ in
      turns.append(1)
      return turns.count == 1 ? "Ada" : nil
    }.keeping(Name.self).branching(["again": .step("ask"), "done": .end]) { $0 == nil ? "done" : "again" }
    let flow = try Flow(FlowChain("F") { ask }, Any.self) { $0[Name.self] ?? "nobody" }
    #expect(try await flow.run() == "nobody")
  }

  @Test("A step takes the default for a key that no step provides")
  func defaults() async throws {
    let flow = try Flow(FlowChain("F") { count.taking(Name.self, default: "four") }, Any.self, Int.self)
    #expect(try await flow.run() == 4)
  }

  @Test("A step takes the values of several keys, and none if one of them isn't set", arguments: [true, false])
  func several(isSet: Bool) async throws {
    let measure = FlowStepDeclaration(Any.self, Int.self, identifier: "measure") { _ in isSet ? 3 : nil }
    let join = FlowStepDeclaration((String, Int, String).self, String.self, identifier: "join") { content in
      content.map { "\($0)" } ?? "nothing"
    }
    let chain = FlowChain("F") {
      name.keeping(Name.self)
      measure.keeping(Length.self)
      join.taking(Name.self, Length.self, Name.self)
    }
    #expect(try await Flow(chain, Any.self, String.self).run() == (isSet ? #"("Ada", 3, "Ada")"# : "nothing"))
    let incomplete = FlowChain("F") {
      name.keeping(Name.self)
      join.taking(Name.self, Length.self, Name.self)
    }
    #expect(
      incomplete.validate().map { "\($0)" } == [
        "Step 'join' takes the value of 'Length', but no step provides one on the way name → join."
      ])
  }

  @Test("A declaration can have a timeout and retries, and a flow can be declared as a step")
  func operators() throws {
    let (queue, recorder) = (ManualQueue(), FlowRecorder([]))
    let clock = ManualClock(playing: queue)
    let inner = Flow(Any.self, String.self, identifier: "inner") { scope in
      scope.result = "x"
      return FlowStep(Any.self, Void.self, identifier: "work") { _ in nil }
    }
    let slow = FlowStepDeclaration(Any.self, String.self, identifier: "slow") { _ in
      FlowStep(Any.self, String.self, identifier: "made") { step in
        let handler = FlowStepHandler(Any.self, String.self)
        step.onCancel { _ = handler }
        return handler
      }
    }.timeout(.seconds(2)).retry(attempts: 2)
    let chain = FlowChain("F") {
      FlowStepDeclaration(inner)
      slow.catching(.timeout, to: .end)
    }
    try Flow(chain, Any.self, String.self).on(queue).timed(by: clock).observed(by: recorder).start()
    queue.play()
    clock.advance(by: .seconds(4))
    #expect(
      recorder.lines.filter { !$0.hasPrefix("lane") } == [
        "F#1 run began", "inner began", "inner#1 run began", "work began", "work completed", "rest",
        "inner#1 completed",
        "inner completed", "slow (retry) began", "slow (timeout) began", "slow began", "slow cancelled",
        "slow (timeout) timed out", "slow (timeout) began", "slow began", "slow cancelled", "slow (timeout) timed out",
        "slow (retry) failed: timed out", "rest", "F#1 completed",
      ])
  }
}
