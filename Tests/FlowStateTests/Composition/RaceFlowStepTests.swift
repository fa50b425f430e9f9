import FlowState
import FlowStateTesting
import Testing

/// `RaceFlowStep` and `FlowStep(identifier:racing:)`: the first chain to end wins.
struct RaceFlowStepTests {
  let bench = Bench()

  private func race(_ steps: @escaping @Sendable (Bench) -> [Bench.Step]) {
    bench.start { [bench] in FlowStep(identifier: "race", racing: steps(bench)) }
  }

  @Test("children start in order, and the one that completes later wins; the others are stopped, the last first")
  func wins() {
    race { [$0.stoppable("a"), $0.stoppable("b"), $0.stoppable("c")] }
    bench.complete(1, "B")
    #expect(
      bench.trace.lines == [
        "F#1 run began", "race began", "a began", "b began", "c began", "b completed", "c stopped", "c cancelled",
        "a stopped", "a cancelled", "race completed", "rest", "F#1 completed", "= B",
      ])
    bench.complete(0, "late")
    bench.fail(2)
    #expect(bench.trace.lines.suffix(2) == ["a extra", "c extra"])
  }

  @Test("one that completes on the spot wins before the next one starts", arguments: ["A", nil])
  func onTheSpot(result: String?) {
    race { [$0.stoppable("a"), $0.instant("b", result), $0.stoppable("c")] }
    #expect(bench.lines(of: "c") == [])
    #expect(bench.lines(of: "a") == ["a began", "a stopped", "a cancelled"])
    #expect(bench.told == "= \(result ?? "nil")")
  }

  @Test("of two results that have arrived the first one counts", arguments: [[0, 1], [1, 0]])
  func arrival(order: [Int]) {
    race { [$0.waiting("a"), $0.waiting("b")] }
    for index in order { bench.kept[index].complete(["A", "B"][index]) }
    bench.queue.play()
    #expect(bench.told == "= \(["A", "B"][order[0]])")
    #expect(bench.trace.lines.filter { $0.hasSuffix("extra") } == ["\(["a", "b"][order[1]]) extra"])
    expectSettled(bench.trace.lines)
  }

  @Test("a failure only takes its child out")
  func failure() {
    race { [$0.failing("a"), $0.waiting("b"), $0.waiting("c")] }
    bench.fail(0)
    bench.complete(1, "C")
    #expect(bench.told == "= C")
  }

  @Test("when all have failed, every cause is told in the order of the children", arguments: [[0, 1, 2], [2, 0, 1]])
  func allFailed(order: [Int]) {
    race { [$0.waiting("a"), $0.waiting("b"), $0.waiting("c").timeout(.seconds(1))] }
    for index in order {
      if index == 2 { bench.pass(.seconds(1)) } else { bench.fail(index, Mishap("mishap \(index)")) }
    }
    #expect(
      bench.told
        == "= Step 'race' failed (visit 1 of run F#1): No step of the race completed: Step 'a' failed (visit 2 of "
        + "run F#1, lane 1): mishap 0; Step 'b' failed (visit 3 of run F#1, lane 2): mishap 1; Step 'c' timed out (visit 5 of "
        + "run F#1, lane 4): it had not ended after 1.0 seconds.")
  }

  @Test("without children it fails, typed or not")
  func empty() {
    race { _ in [] }
    #expect(bench.told == "= Step 'race' failed (visit 1 of run F#1): A race without steps has no winner.")
    let other = Bench()
    other.startChain { _ in RaceFlowStep(identifier: "race", steps: []) }
    #expect(other.told == bench.told)
  }

  @Test("a child is done when its chain is; its result is that of the child itself")
  func chains() {
    race { bench in
      let a = bench.instant("a", "A")
      a.nextStep = bench.waiting("more")
      return [a, bench.waiting("b")]
    }
    #expect(bench.told == nil)
    bench.complete(0, "not this")
    #expect(bench.told == "= A")
  }

  @Test("cancelled, it stops all children")
  func cancelled() {
    let run = bench.startChain { [bench] _ in
      RaceFlowStep(identifier: "race", steps: [bench.stoppable("a"), bench.stoppable("b")])
    }
    run.cancel()
    bench.queue.play()
    #expect(
      bench.trace.lines.suffix(7) == [
        "b stopped", "b cancelled", "a stopped", "a cancelled", "race cancelled", "F#1 cancelled", "= cancelled",
      ])
  }

  @Test("started again, it begins anew")
  func again() {
    bench.startChain { [bench] _ in
      let race = FlowStep(identifier: "race", racing: [bench.waiting("a"), bench.waiting("b")])
      var rounds = 0
      race.setCompletion { race, result in
        bench.trace.note("round \(result ?? "nil")")
        rounds += 1
        race.nextStep = rounds < 2 ? race : nil
      }
      return race
    }
    bench.complete(0, "A")
    bench.complete(1, "late")
    bench.complete(3)
    #expect(bench.trace.lines.filter { $0.hasPrefix("round") } == ["round A", "round nil"])
    expectSettled(bench.trace.lines)
  }

  @Test("races in races, losers included, leave nothing alive")
  func nested() {
    race { bench in
      [
        FlowStep(identifier: "inner", racing: [bench.waiting("a"), bench.waiting("b").retry(attempts: 2)])
          .mapContent { (content: Any) in content },
        bench.waiting("c").timeout(.seconds(5)),
      ]
    }
    bench.complete(1, "B")
    #expect(bench.told == "= B")
    #expect(bench.census.living == 0)
    #expect(bench.clock.timerCount == 0)
    expectSettled(bench.trace.lines)
  }
}
