import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// `RaceFlowStep` and `FlowStep(identifier:racing:)`: the first chain to end wins.
struct RaceFlowStepTests {
  let harness = FlowHarness(keepsEarlierStarts: true)

  private func race(_ steps: @escaping @Sendable (FlowHarness) -> [FlowHarness.Step]) {
    harness.startStep { [harness] in FlowStep(identifier: "race", racing: steps(harness)) }
  }

  @Test("A race starts its children in order, and the first to complete stops the others, the last one first")
  func wins() {
    race { [$0.stoppable("a"), $0.stoppable("b"), $0.stoppable("c")] }
    harness.complete(1, "B")
    #expect(
      harness.trace.lines == [
        "F#1 run began", "race began", "a began", "b began", "c began", "b completed", "c stopped", "c cancelled",
        "a stopped", "a cancelled", "race completed", "rest", "F#1 completed", "= B",
      ])
    harness.complete(0, "late")
    harness.fail(2)
    #expect(harness.trace.lines.suffix(2) == ["a extra", "c extra"])
  }

  @Test("A child that completes at once wins the race before the next child starts", arguments: ["A", nil])
  func onTheSpot(result: String?) {
    race { [$0.stoppable("a"), $0.completing("b", result), $0.stoppable("c")] }
    #expect(harness.lines(of: "c") == [])
    #expect(harness.lines(of: "a") == ["a began", "a stopped", "a cancelled"])
    #expect(harness.ending == "= \(result ?? "nil")")
  }

  @Test("The first of two results that have arrived wins the race", arguments: [[0, 1], [1, 0]])
  func arrival(order: [Int]) {
    race { [$0.waiting("a"), $0.waiting("b")] }
    for index in order { harness.handlers[index].complete(["A", "B"][index]) }
    harness.queue.play()
    #expect(harness.ending == "= \(["A", "B"][order[0]])")
    #expect(harness.trace.lines.filter { $0.hasSuffix("extra") } == ["\(["a", "b"][order[1]]) extra"])
    expectSettled(harness.trace.lines)
  }

  @Test("A failure removes only its own child from the race")
  func failure() {
    race { [$0.failing("a"), $0.waiting("b"), $0.waiting("c")] }
    harness.fail(0)
    harness.complete(1, "C")
    #expect(harness.ending == "= C")
  }

  @Test(
    "A race whose children all fail reports every cause in the order of the children",
    arguments: [[0, 1, 2], [2, 0, 1]])
  func allFailed(order: [Int]) {
    race { [$0.waiting("a"), $0.waiting("b"), $0.waiting("c").timeout(.seconds(1))] }
    for index in order {
      if index == 2 { harness.advance(by: .seconds(1)) } else { harness.fail(index, TestError("mishap \(index)")) }
    }
    #expect(
      harness.ending
        == "= Step 'race' failed (visit 1 of run F#1): No step of the race completed: Step 'a' failed (visit 2 of "
        + "run F#1, lane 1): mishap 0; Step 'b' failed (visit 3 of run F#1, lane 2): mishap 1; Step 'c' timed out (visit 5 of "
        + "run F#1, lane 4): it had not ended after 1.0 seconds.")
  }

  @Test("A race without children fails, typed or untyped")
  func empty() {
    race { _ in [] }
    #expect(harness.ending == "= Step 'race' failed (visit 1 of run F#1): A race without steps has no winner.")
    let other = FlowHarness(keepsEarlierStarts: true)
    other.startFlow { _ in RaceFlowStep(identifier: "race", steps: []) }
    #expect(other.ending == harness.ending)
  }

  @Test("A child wins the race when its chain ends, and the race has the child's own result")
  func chains() {
    race { harness in
      let a = harness.completing("a", "A")
      a.nextStep = harness.waiting("more")
      return [a, harness.waiting("b")]
    }
    #expect(harness.ending == nil)
    harness.complete(0, "not this")
    #expect(harness.ending == "= A")
  }

  @Test("Cancelling a race stops all its children")
  func cancelled() {
    let run = harness.startFlow { [harness] _ in
      RaceFlowStep(identifier: "race", steps: [harness.stoppable("a"), harness.stoppable("b")])
    }
    run.cancel()
    harness.queue.play()
    #expect(
      harness.trace.lines.suffix(7) == [
        "b stopped", "b cancelled", "a stopped", "a cancelled", "race cancelled", "F#1 cancelled", "= cancelled",
      ])
  }

  @Test("A race can start again after it has completed")
  func again() {
    harness.startFlow { [harness] _ in
      let race = FlowStep(identifier: "race", racing: [harness.waiting("a"), harness.waiting("b")])
      var rounds = 0
      race.setCompletion { race, result in
        harness.trace.note("round \(result ?? "nil")")
        rounds += 1
        race.nextStep = rounds < 2 ? race : nil
      }
      return race
    }
    harness.complete(0, "A")
    harness.complete(1, "late")
    harness.complete(3)
    #expect(harness.trace.lines.filter { $0.hasPrefix("round") } == ["round A", "round nil"])
    expectSettled(harness.trace.lines)
  }

  @Test("Nested races leave nothing alive, including their losers")
  func nested() {
    race { harness in
      [
        FlowStep(identifier: "inner", racing: [harness.waiting("a"), harness.waiting("b").retry(attempts: 2)])
          .mapContent { (content: Any) in content },
        harness.waiting("c").timeout(.seconds(5)),
      ]
    }
    harness.complete(1, "B")
    #expect(harness.ending == "= B")
    #expect(harness.objects.living == 0)
    #expect(harness.clock.timerCount == 0)
    expectSettled(harness.trace.lines)
  }
}
