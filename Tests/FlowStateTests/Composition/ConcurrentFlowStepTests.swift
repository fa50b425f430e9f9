import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Concurrent steps: the chains of their children, failures, and nesting.
@MainActor
struct ConcurrentFlowStepTests {
  let harness = FlowHarness()

  func group(_ identifier: String, _ steps: [any Startable], then next: (any Startable)? = nil) -> ConcurrentFlowStep {
    let group = ConcurrentFlowStep(identifier: identifier, steps: steps)
    group.nextStep = next
    return group
  }

  @Test("Concurrent steps can be nested in each other and in each other's chains")
  func nested() {
    harness.startMainActorFlow { _ in
      harness.instant(
        "first",
        then: group(
          "outer",
          [
            group("left", [harness.waiting("a"), harness.waiting("b")], then: harness.waiting("c")),
            harness.instant("d", then: group("right", [harness.waiting("e")])),
          ], then: harness.instant("last")))
    }
    _ = harness.trace.take()
    harness.complete("a", "b")
    #expect(harness.trace.take() == ["a completed", "b completed", "left completed", "c began"])
    harness.complete("e")
    #expect(harness.trace.take() == ["e completed", "right completed"])
    harness.complete("c")
    #expect(
      harness.trace.lines == [
        "c completed", "outer completed", "last began", "last completed", "rest", "F#1 completed", "= nil",
      ])
  }

  @Test("A hundred children may complete in any order, and the last one completes the concurrent step")
  func hundred() {
    var generator = SeededGenerator(seed: 3)
    harness.startMainActorFlow { _ in group("all", (0..<100).map { harness.waiting("\($0)") }) }
    let order = (0..<100).shuffled(using: &generator)
    for number in order.dropLast() { harness.complete("\(number)") }
    #expect(!harness.trace.lines.contains("all completed"))
    harness.complete("\(order[99])")
    #expect(harness.trace.lines.count { $0 == "all completed" } == 1)
    #expect(harness.trace.lines.last == "= nil")
  }

  @Test("A concurrent step's failure has the child's failure as its cause, at each level of nesting")
  func failure() throws {
    let errors = LockedList<FlowError>()
    harness.mainActorFlow("F") { _ in group("outer", [harness.waiting("z"), group("inner", [harness.waiting("a")])]) }
      .start { outcome in
        if let error = outcome.error { errors.append(error) }
      }
    harness.queue.play()
    harness.fail("a")
    let outer = try #require(errors.all.first)
    let inner = try #require(outer.cause as? FlowError)
    let child = try #require(inner.cause as? FlowError)
    #expect([outer.step, inner.step, child.step] == ["outer", "inner", "a"])
    #expect(outer.place.description == "visit 1 of run F#1")
    #expect(inner.place.description == "visit 3 of run F#1, lane 2")
    #expect(child.place.description == "visit 4 of run F#1, lane 3")
    #expect(child.cause as? TestError == TestError())
  }

  @Test("A failed child cancels its siblings, whose later reports are extra")
  func siblings() {
    harness.startMainActorFlow { _ in
      let b = harness.waiting("b", then: harness.instant("never"))
      return group("all", [harness.waiting("a"), b, group("g", [harness.waiting("c")])])
    }
    harness.fail("a")
    harness.complete("b", "c", "a")
    #expect(
      harness.trace.lines == [
        "F#1 run began", "all began", "a began", "b began", "g began", "c began", "a failed: mishap", "c cancelled",
        "g cancelled", "b cancelled", "all failed: Step 'a' failed (visit 2 of run F#1, lane 1): mishap", "F#1 failed",
        "= Step 'all' failed (visit 1 of run F#1): Step 'a' failed (visit 2 of run F#1, lane 1): mishap", "b extra",
        "c extra", "a extra",
      ])
  }

  @Test("Children that have not started when a sibling fails never start")
  func failureOnTheSpot() {
    let failing = FlowStep(Any.self, String.self, identifier: "a") { _ in
      let handler = FlowHarness.Handler()
      handler.fail(TestError())
      return handler
    }
    harness.startMainActorFlow { _ in group("all", [failing, harness.waiting("b"), harness.instant("c")]) }
    #expect(!harness.trace.lines.contains("b began"))
    #expect(!harness.trace.lines.contains("c began"))
    #expect(harness.trace.lines.last?.hasPrefix("= Step 'all' failed") == true)
  }

  @Test("An abandoned child fails its concurrent step")
  func abandoned() {
    harness.startMainActorFlow { _ in group("all", [harness.waiting("a"), harness.waiting("b")]) }
    _ = harness.trace.take()
    harness.letGo(of: "b")
    #expect(harness.trace.lines.prefix(2) == ["b abandoned", "a cancelled"])
    let ending = "= Step 'all' failed (visit 1 of run F#1): Step 'b' was abandoned"
    #expect(harness.trace.lines.last?.hasPrefix(ending) == true)
  }

  @Test("A failed child brings a bare run to rest, and an earlier screen may then report again")
  func bare() {
    let screen = harness.waiting("screen", then: group("all", [harness.waiting("a"), harness.waiting("b")]))
    screen.start(observer: harness.trace)
    harness.complete("screen")
    harness.fail("a")
    #expect(harness.trace.take().last == "rest")
    harness.complete("screen", "a", "b")
    #expect(harness.trace.lines.suffix(2) == ["all completed", "rest"])
  }

  @Test("Concurrent steps nested a hundred thousand deep are released on a small stack")
  func deepRelease() {
    let objects = ObjectCounter()
    onSmallStack {
      let alive = objects.makeObject()
      var step: any Startable = FlowStep(Any.self, String.self, identifier: "innermost") { _ in
        alive.touch()
        return nil
      }
      for _ in 0..<trials(100_000, few: 20_000) { step = ConcurrentFlowStep(identifier: "group", steps: [step]) }
      _ = step
    }
    #expect(objects.living == 0)
  }

  @Test("Concurrent steps nested twenty thousand deep run and are released on a small stack")
  func deepRun() {
    let objects = ObjectCounter()
    let lines = onSmallStack {
      let queue = ManualQueue()
      let trace = Trace()
      let flow = Flow(Any.self, Int.self, identifier: "F") { scope in
        let alive = objects.makeObject()
        var step: any Startable = FlowStep(Any.self, Int.self, identifier: "innermost") { _ in
          alive.touch()
          scope.result = 1
          return nil
        }
        for _ in 0..<trials(20_000, few: 5_000) { step = ConcurrentFlowStep(identifier: "group", steps: [step]) }
        return step
      }
      flow.on(queue).start { outcome in
        if case .completed(let result?) = outcome { trace.note("\(result)") }
      }
      queue.play()
      return trace.lines
    }
    #expect(lines == ["1"])
    #expect(objects.living == 0)
  }
}

extension FlowOutcome {
  /// The error of a run that failed.
  var error: FlowError? { if case .failed(let error) = self { error as? FlowError } else { nil } }
}
