import FlowState
import Testing

/// `FlowStep(identifier:joining:)`: the results of several steps, in the order of the steps.
@MainActor
struct JoinTests {
  let stage = Stage()

  /// A flow that joins steps named a, b and c and ends with what they yield.
  func start(_ steps: [FlowStep<Any, String>]) {
    stage.start { scope in
      let all = FlowStep(identifier: "all", joining: steps)
      all.setCompletion { _, results in
        scope.result = results.map { $0.map { $0 ?? "-" }.joined(separator: " ") } ?? "nil"
      }
      return all
    }
  }

  @Test(
    "results come in the order of the steps, whatever the order of completion",
    arguments: [["a", "b", "c"], ["c", "b", "a"], ["b", "c", "a"]])
  func order(completed: [String]) {
    start(["a", "b", "c"].map { stage.waiting($0) })
    for identifier in completed { stage.complete(identifier, result: identifier.uppercased()) }
    #expect(stage.trace.lines.last == "= A B C")
  }

  @Test("a step without a result leaves its place empty")
  func nilResult() {
    start([stage.waiting("a"), stage.instant("b"), stage.waiting("c")])
    stage.complete("c", result: "C")
    stage.complete("a")
    #expect(stage.trace.lines.last == "= - - C")
  }

  @Test("joining no steps completes at once, with no results")
  func none() {
    start([])
    #expect(stage.trace.lines.last == "= ")
  }

  @Test("the result is that of the step, not of its chain's end")
  func chain() {
    start([stage.waiting("a", then: stage.waiting("a2")), stage.waiting("b")])
    stage.complete("a", result: "A")
    stage.complete("b", result: "B")
    #expect(!stage.trace.lines.contains("all completed"))
    stage.complete("a2", result: "A2")
    #expect(stage.trace.lines.last == "= A B")
  }

  @Test("of a chain that returns to the step the latest result counts, a missing one too", arguments: ["2", nil])
  func loop(second: String?) {
    let a = stage.waiting("a")
    let again = stage.instant("again", then: a)
    var isFirst = true
    a.setCompletion { step, _ in
      step.nextStep = isFirst ? again : nil
      isFirst = false
    }
    start([a])
    stage.complete("a", result: "1")
    stage.complete("a", result: second)
    #expect(stage.trace.lines.last == "= \(second ?? "-")")
  }

  @Test("a step's own completion closure runs as well, before the join's")
  func ownCompletion() {
    let a = stage.waiting("a")
    a.setCompletion { [trace = stage.trace] _, result in trace.note("own(\(result ?? "nil"))") }
    start([a])
    stage.complete("a", result: "A")
    #expect(stage.trace.lines.suffix(5) == ["own(A)", "all completed", "rest", "F#1 completed", "= A"])
  }

  @Test("a join that runs again collects afresh")
  func again() {
    var rounds: [[String?]] = []
    stage.start { _ in
      let all = FlowStep(identifier: "all", joining: [stage.waiting("a"), stage.waiting("b")])
      all.setCompletion { step, results in
        rounds.append(results ?? [])
        step.nextStep = rounds.count < 2 ? step : nil
      }
      return all
    }
    stage.complete("a", "b", result: "1")
    stage.complete("a")
    stage.complete("b", result: "2")
    #expect(rounds == [["1", "1"], [nil, "2"]])
  }

  @Test("the failure of one step fails the join, which yields nothing, and cancels the others")
  func failure() {
    start([stage.waiting("a"), stage.waiting("b")])
    stage.complete("b", result: "B")
    stage.fail("a")
    #expect(
      stage.trace.lines.suffix(3) == [
        "all failed: Step 'a' failed (visit 2 of run F#1, lane 1): mishap", "F#1 failed",
        "= Step 'all' failed (visit 1 of run F#1): Step 'a' failed (visit 2 of run F#1, lane 1): mishap",
      ])
  }

  @Test("steps of different types join to a tuple")
  func parameterPack() {
    let words = stage.waiting("words")
    let number = FlowStep(Int.self, Int.self, identifier: "number") { step in
      let handler = FlowStepHandler(Int.self, Int.self)
      handler.complete((step.content ?? 0) * 2)
      return handler
    }
    number.content = 21
    let nothing = FlowStep(Any.self, Double.self, identifier: "nothing") { _ in nil }
    stage.start { scope in
      let both = FlowStep(identifier: "both", joining: words, number, nothing)
      both.setCompletion { _, joined in
        guard let (words, number, nothing) = joined else { return }
        scope.result = "\(words ?? "-") \(number ?? 0) \(nothing == nil)"
      }
      return both
    }
    stage.complete("words", result: "life is")
    #expect(stage.trace.lines.last == "= life is 42 true")
  }

  @Test("joins nest: a join is a step like any other")
  func nested() {
    stage.start { scope in
      let left = FlowStep(identifier: "left", joining: [stage.waiting("a"), stage.waiting("b")])
      let all = FlowStep(identifier: "all", joining: left, stage.waiting("c"))
      all.setCompletion { _, joined in
        guard let (left, c) = joined else { return }
        scope.result = ((left ?? []) + [c]).map { $0 ?? "-" }.joined()
      }
      return all
    }
    for identifier in ["c", "b", "a"] { stage.complete(identifier, result: identifier) }
    #expect(stage.trace.lines.last == "= abc")
  }
}
