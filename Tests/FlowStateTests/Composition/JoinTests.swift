import FlowState
import TestSupport
import Testing

/// `FlowStep(identifier:joining:)`: the results of several steps, in the order of the steps.
@MainActor
struct JoinTests {
  let harness = FlowHarness()

  /// Starts a flow that joins the steps and ends with their results.
  func start(_ steps: [FlowStep<Any, String>]) {
    harness.startMainActorFlow { scope in
      let all = FlowStep(identifier: "all", joining: steps)
      all.setCompletion { _, results in
        scope.result = results.map { $0.map { $0 ?? "-" }.joined(separator: " ") } ?? "nil"
      }
      return all
    }
  }

  @Test(
    "A join yields the results in the order of its steps, whatever the order of completion",
    arguments: [["a", "b", "c"], ["c", "b", "a"], ["b", "c", "a"]])
  func order(completed: [String]) {
    start(["a", "b", "c"].map { harness.waiting($0) })
    for identifier in completed { harness.complete(identifier, result: identifier.uppercased()) }
    #expect(harness.trace.lines.last == "= A B C")
  }

  @Test("A step without a result leaves its place in the join empty")
  func nilResult() {
    start([harness.waiting("a"), harness.instant("b"), harness.waiting("c")])
    harness.complete("c", result: "C")
    harness.complete("a")
    #expect(harness.trace.lines.last == "= - - C")
  }

  @Test("A join of no steps completes at once with an empty list")
  func none() {
    start([])
    #expect(harness.trace.lines.last == "= ")
  }

  @Test("A join yields a step's own result, after the end of the step's chain")
  func chain() {
    start([harness.waiting("a", then: harness.waiting("a2")), harness.waiting("b")])
    harness.complete("a", result: "A")
    harness.complete("b", result: "B")
    #expect(!harness.trace.lines.contains("all completed"))
    harness.complete("a2", result: "A2")
    #expect(harness.trace.lines.last == "= A B")
  }

  @Test("A join yields the latest result of a step that runs again, even if it is nil", arguments: ["2", nil])
  func loop(second: String?) {
    let a = harness.waiting("a")
    let again = harness.instant("again", then: a)
    var isFirst = true
    a.setCompletion { step, _ in
      step.nextStep = isFirst ? again : nil
      isFirst = false
    }
    start([a])
    harness.complete("a", result: "1")
    harness.complete("a", result: second)
    #expect(harness.trace.lines.last == "= \(second ?? "-")")
  }

  @Test("A joined step's own completion closure runs before the join completes")
  func ownCompletion() {
    let a = harness.waiting("a")
    a.setCompletion { [trace = harness.trace] _, result in trace.note("own(\(result ?? "nil"))") }
    start([a])
    harness.complete("a", result: "A")
    #expect(harness.trace.lines.suffix(5) == ["own(A)", "all completed", "rest", "F#1 completed", "= A"])
  }

  @Test("A join that runs again collects new results")
  func again() {
    var rounds: [[String?]] = []
    harness.startMainActorFlow { _ in
      let all = FlowStep(identifier: "all", joining: [harness.waiting("a"), harness.waiting("b")])
      all.setCompletion { step, results in
        rounds.append(results ?? [])
        step.nextStep = rounds.count < 2 ? step : nil
      }
      return all
    }
    harness.complete("a", "b", result: "1")
    harness.complete("a")
    harness.complete("b", result: "2")
    #expect(rounds == [["1", "1"], [nil, "2"]])
  }

  @Test("The failure of one step fails its join, which yields no results")
  func failure() {
    harness.startMainActorFlow { [harness] _ in
      let all = FlowStep(identifier: "all", joining: [harness.waiting("a"), harness.waiting("b")])
      all.setCompletion { _, results in harness.trace.note("results(\(results ?? []))") }
      return all
    }
    harness.complete("b", result: "B")
    harness.fail("a")
    #expect(
      harness.trace.lines == [
        "F#1 run began", "all began", "a began", "b began", "b completed", "a failed: mishap",
        "all failed: Step 'a' failed (visit 2 of run F#1, lane 1): mishap", "F#1 failed",
        "= Step 'all' failed (visit 1 of run F#1): Step 'a' failed (visit 2 of run F#1, lane 1): mishap",
      ])
  }

  @Test("A join of steps with different types yields a tuple")
  func parameterPack() {
    let words = harness.waiting("words")
    let number = FlowStep(Int.self, Int.self, identifier: "number") { step in
      let handler = FlowStepHandler(Int.self, Int.self)
      handler.complete((step.content ?? 0) * 2)
      return handler
    }
    number.content = 21
    let nothing = FlowStep(Any.self, Double.self, identifier: "nothing") { _ in nil }
    harness.startMainActorFlow { scope in
      let both = FlowStep(identifier: "both", joining: words, number, nothing)
      both.setCompletion { _, joined in
        guard let (words, number, nothing) = joined else { return }
        scope.result = "\(words ?? "-") \(number ?? 0) \(nothing == nil)"
      }
      return both
    }
    harness.complete("words", result: "life is")
    #expect(harness.trace.lines.last == "= life is 42 true")
  }

  @Test("A join can contain other joins")
  func nested() {
    harness.startMainActorFlow { scope in
      let left = FlowStep(identifier: "left", joining: [harness.waiting("a"), harness.waiting("b")])
      let all = FlowStep(identifier: "all", joining: left, harness.waiting("c"))
      all.setCompletion { _, joined in
        guard let (left, c) = joined else { return }
        scope.result = ((left ?? []) + [c]).map { $0 ?? "-" }.joined()
      }
      return all
    }
    for identifier in ["c", "b", "a"] { harness.complete(identifier, result: identifier) }
    #expect(harness.trace.lines.last == "= abc")
  }

  /// The kinds of steps that collect the results of other steps.
  enum Twice: CaseIterable { case join, tuple, race }

  @Test("A step that is listed twice in a join or race traps with a sentence", arguments: Twice.allCases)
  func listedTwice(_ kind: Twice) async {
    let result: ExitTest.Result?
    switch kind {
    case .join:
      result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let next = FlowStep(Any.self, Int.self, identifier: "next") { _ in nil }
        await FlowStep(identifier: "all", joining: [next, next]).start()
      }
    case .tuple:
      result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let next = FlowStep(Any.self, Int.self, identifier: "next") { _ in nil }
        await FlowStep(identifier: "all", joining: next, next).start()
      }
    case .race:
      result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let next = FlowStep(Any.self, Int.self, identifier: "next") { _ in nil }
        await FlowStep(identifier: "first", racing: [next, next]).start()
      }
    }
    expectSaid(
      result,
      """
      Step 'next' is listed twice in a step that collects results. A step is at work for one start at a time, and has one result; \
      make a step for each place.
      """)
  }
}
