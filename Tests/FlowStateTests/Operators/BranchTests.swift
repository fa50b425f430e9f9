import FlowState
import Testing

/// `branch`: the result chooses what comes next.
struct BranchTests {
  let bench = Bench()

  @Test("by result, a missing one too", arguments: [("x", "x"), ("y", "y"), (nil, nil)])
  func chooses(result: String?, next: String?) {
    bench.startChain { [bench] _ in
      bench.instant("a", result).branch { $0.map { bench.instant($0) } }
    }
    #expect(bench.trace.lines.filter { $0 == "x began" || $0 == "y began" } == (next.map { ["\($0) began"] } ?? []))
    #expect(bench.told == "= nil")
  }

  @Test("the completion closure of the step may choose otherwise")
  func completionWins() {
    bench.startChain { [bench] _ in
      let step = bench.instant("a", "A").branch { _ in bench.instant("x") }
      let other = bench.instant("y")
      step.setCompletion { step, _ in step.nextStep = other }
      return step
    }
    #expect(bench.lines(of: "x") == [])
    #expect(bench.lines(of: "y") == ["y began", "y completed"])
  }

  @Test("a menu that comes back to itself, and a choice of before is forgotten")
  func menu() {
    bench.startChain { [bench] _ in
      let ask = bench.waiting("ask")
      let edit = bench.instant("edit")
      let menu = ask.branch { $0 == "edit" ? edit : nil }
      edit.nextStep = menu
      return menu
    }
    bench.complete(0, "edit")
    bench.complete(1, "edit")
    bench.complete(2, "quit")
    #expect(bench.lines(of: "edit").count == 4)
    #expect(bench.told == "= nil")
  }

  @Test("after a failure nothing is chosen")
  func failure() {
    bench.startChain { [bench] _ in
      bench.failing().branch { _ in
        bench.trace.note("asked")
        return nil
      }
    }
    #expect(!bench.trace.lines.contains("asked"))
    #expect(bench.told == "= Step 'a' failed (visit 2 of run F#1, lane 1): mishap 1")
  }

  @Test("within another operator what is chosen belongs to that operator's step")
  func withinOperator() {
    bench.start { [bench] in
      bench.instant("a", "A").branch { _ in bench.waiting("x") }.map { "\($0)!" }
    }
    #expect(bench.lines(of: "a.branch.map") == ["a (map) began"])
    bench.complete(0, "X")
    #expect(bench.told == "= A!")
  }
}
