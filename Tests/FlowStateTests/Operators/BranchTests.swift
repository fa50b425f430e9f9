import FlowState
import TestSupport
import Testing

/// `branch`: the result chooses what comes next.
struct BranchTests {
  let harness = FlowHarness(keepsEarlierStarts: true)

  @Test("by result, a missing one too", arguments: [("x", "x"), ("y", "y"), (nil, nil)])
  func chooses(result: String?, next: String?) {
    harness.startFlow { [harness] _ in
      harness.completing("a", result).branch { $0.map { harness.completing($0) } }
    }
    #expect(harness.trace.lines.filter { $0 == "x began" || $0 == "y began" } == (next.map { ["\($0) began"] } ?? []))
    #expect(harness.ending == "= nil")
  }

  @Test("the completion closure of the step may choose otherwise")
  func completionWins() {
    harness.startFlow { [harness] _ in
      let step = harness.completing("a", "A").branch { _ in harness.completing("x") }
      let other = harness.completing("y")
      step.setCompletion { step, _ in step.nextStep = other }
      return step
    }
    #expect(harness.lines(of: "x") == [])
    #expect(harness.lines(of: "y") == ["y began", "y completed"])
  }

  @Test("a menu that comes back to itself, and a choice of before is forgotten")
  func menu() {
    harness.startFlow { [harness] _ in
      let ask = harness.waiting("ask")
      let edit = harness.completing("edit")
      let menu = ask.branch { $0 == "edit" ? edit : nil }
      edit.nextStep = menu
      return menu
    }
    harness.complete(0, "edit")
    harness.complete(1, "edit")
    harness.complete(2, "quit")
    #expect(harness.lines(of: "edit").count == 4)
    #expect(harness.ending == "= nil")
  }

  @Test("after a failure nothing is chosen")
  func failure() {
    harness.startFlow { [harness] _ in
      harness.failing().branch { _ in
        harness.trace.note("asked")
        return nil
      }
    }
    #expect(!harness.trace.lines.contains("asked"))
    #expect(harness.ending == "= Step 'a' failed (visit 2 of run F#1, lane 1): mishap 1")
  }

  @Test("within another operator what is chosen belongs to that operator's step")
  func withinOperator() {
    harness.startStep { [harness] in
      harness.completing("a", "A").branch { _ in harness.waiting("x") }.map { "\($0)!" }
    }
    #expect(harness.lines(of: "a (map)") == ["a (map) began"])
    harness.complete(0, "X")
    #expect(harness.ending == "= A!")
  }
}
