import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// A concurrent step: its children's chains, their failures, and what it may be put into.
@MainActor
struct ConcurrentFlowStepTests {
  let stage = Stage()

  func group(_ identifier: String, _ steps: [any Startable], then next: (any Startable)? = nil) -> ConcurrentFlowStep {
    let group = ConcurrentFlowStep(identifier: identifier, steps: steps)
    group.nextStep = next
    return group
  }

  @Test("groups nest in each other, and in chains of each other")
  func nested() {
    stage.start { _ in
      stage.instant(
        "first",
        then: group(
          "outer",
          [
            group("left", [stage.waiting("a"), stage.waiting("b")], then: stage.waiting("c")),
            stage.instant("d", then: group("right", [stage.waiting("e")])),
          ], then: stage.instant("last")))
    }
    _ = stage.trace.take()
    stage.complete("a", "b")
    #expect(stage.trace.take() == ["a completed", "b completed", "left completed", "c began"])
    stage.complete("e")
    #expect(stage.trace.take() == ["e completed", "right completed"])
    stage.complete("c")
    #expect(
      stage.trace.lines == [
        "c completed", "outer completed", "last began", "last completed", "rest", "F#1 completed", "= nil",
      ])
  }

  @Test("a hundred children may complete in any order; the last one completes the group")
  func hundred() {
    var generator = SeededGenerator(seed: 3)
    stage.start { _ in group("all", (0..<100).map { stage.waiting("\($0)") }) }
    let order = (0..<100).shuffled(using: &generator)
    for number in order.dropLast() { stage.complete("\(number)") }
    #expect(!stage.trace.lines.contains("all completed"))
    stage.complete("\(order[99])")
    #expect(stage.trace.lines.count { $0 == "all completed" } == 1)
    #expect(stage.trace.lines.last == "= nil")
  }

  @Test("the failure of one child is the cause of the group's, and that of the group the cause of the next")
  func failure() throws {
    let errors = Shelf<FlowError>()
    stage.flow("F") { _ in group("outer", [stage.waiting("z"), group("inner", [stage.waiting("a")])]) }
      .start { outcome in
        if let error = outcome.error { errors.put(error) }
      }
    stage.queue.play()
    stage.fail("a")
    let outer = try #require(errors.all.first)
    let inner = try #require(outer.cause as? FlowError)
    let child = try #require(inner.cause as? FlowError)
    let run = FlowRunID(flow: "F", number: 1)
    #expect([outer.step, inner.step, child.step] == ["outer", "inner", "a"])
    #expect(outer.place == FlowPlace(run: run, lane: 0, visit: 1))
    #expect(inner.place == FlowPlace(run: run, lane: 2, visit: 3))
    #expect(child.place == FlowPlace(run: run, lane: 3, visit: 4))
    #expect(child.cause as? Mishap == Mishap())
  }

  @Test("siblings of a child that has failed are cancelled, and what they report later is extra")
  func siblings() {
    stage.start { _ in
      let b = stage.waiting("b", then: stage.instant("never"))
      return group("all", [stage.waiting("a"), b, group("g", [stage.waiting("c")])])
    }
    stage.fail("a")
    stage.complete("b", "c", "a")
    #expect(
      stage.trace.lines == [
        "F#1 run began", "all began", "a began", "b began", "g began", "c began", "a failed: mishap", "c cancelled",
        "g cancelled", "b cancelled", "all failed: Step 'a' failed (visit 2 of run F#1, lane 1): mishap", "F#1 failed",
        "= Step 'all' failed (visit 1 of run F#1): Step 'a' failed (visit 2 of run F#1, lane 1): mishap", "b extra",
        "c extra", "a extra",
      ])
  }

  @Test("children that have not started when the first one fails never start")
  func failureOnTheSpot() {
    let failing = FlowStep(Any.self, String.self, identifier: "a") { _ in
      let handler = Stage.Handler()
      handler.fail(Mishap())
      return handler
    }
    stage.start { _ in group("all", [failing, stage.waiting("b"), stage.instant("c")]) }
    #expect(!stage.trace.lines.contains("b began"))
    #expect(!stage.trace.lines.contains("c began"))
    #expect(stage.trace.lines.last?.hasPrefix("= Step 'all' failed") == true)
  }

  @Test("a child that is abandoned fails the group")
  func abandoned() {
    stage.start { _ in group("all", [stage.waiting("a"), stage.waiting("b")]) }
    _ = stage.trace.take()
    stage.letGo(of: "b")
    #expect(stage.trace.lines.prefix(2) == ["b abandoned", "a cancelled"])
    let ending = "= Step 'all' failed (visit 1 of run F#1): Step 'b' was abandoned"
    #expect(stage.trace.lines.last?.hasPrefix(ending) == true)
  }

  @Test("in a bare run a failure among the children brings the chain to rest, and the screens before may report again")
  func bare() {
    let screen = stage.waiting("screen", then: group("all", [stage.waiting("a"), stage.waiting("b")]))
    screen.start(observer: stage.trace)
    stage.complete("screen")
    stage.fail("a")
    #expect(stage.trace.take().last == "rest")
    stage.complete("screen", "a", "b")
    #expect(stage.trace.lines.suffix(2) == ["all completed", "rest"])
  }

  @Test("groups nested a hundred thousand deep are released on a small stack")
  func deepRelease() {
    let census = Census()
    onSmallStack {
      let alive = census.newborn()
      var step: any Startable = FlowStep(Any.self, String.self, identifier: "innermost") { _ in
        alive.touch()
        return nil
      }
      for _ in 0..<trials(100_000, sanitized: 20_000) { step = ConcurrentFlowStep(identifier: "group", steps: [step]) }
      _ = step
    }
    #expect(census.living == 0)
  }

  @Test("groups nested twenty thousand deep run, and are taken apart, on a small stack")
  func deepRun() {
    let census = Census()
    let lines = onSmallStack {
      let queue = ManualQueue()
      let trace = Trace()
      let flow = Flow(Any.self, Int.self, identifier: "F") { scope in
        let alive = census.newborn()
        var step: any Startable = FlowStep(Any.self, Int.self, identifier: "innermost") { _ in
          alive.touch()
          scope.result = 1
          return nil
        }
        for _ in 0..<trials(20_000, sanitized: 5_000) { step = ConcurrentFlowStep(identifier: "group", steps: [step]) }
        return step
      }
      flow.on(queue).start { outcome in
        if case .completed(let result?) = outcome { trace.note("\(result)") }
      }
      queue.play()
      return trace.lines
    }
    #expect(lines == ["1"])
    #expect(census.living == 0)
  }
}

extension FlowOutcome {
  /// The error of a run that failed.
  var error: FlowError? { if case .failed(let error) = self { error as? FlowError } else { nil } }
}
