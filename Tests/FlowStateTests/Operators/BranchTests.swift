import FlowState
import TestSupport
import Testing

/// `branch`: the result chooses the next step.
struct BranchTests {
  let harness = FlowHarness(keepsEarlierStarts: true)

  @Test(
    "A branch chooses the next step by the result, even a missing one", arguments: [("x", "x"), ("y", "y"), (nil, nil)])
  func chooses(result: String?, next: String?) {
    harness.startFlow { [harness] _ in
      harness.completing("a", result).branch { $0.map { harness.completing($0) } }
    }
    #expect(harness.trace.lines.filter { $0 == "x began" || $0 == "y began" } == (next.map { ["\($0) began"] } ?? []))
    #expect(harness.ending == "= nil")
  }

  @Test("A completion closure may override the branch's choice")
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

  @Test("A branch may return to its own step, and forgets its earlier choice")
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

  @Test("A branch chooses nothing after a failure")
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

  @Test("A branch inside another operator chooses a step within that operator")
  func withinOperator() {
    harness.startStep { [harness] in
      harness.completing("a", "A").branch { _ in harness.waiting("x") }.map { "\($0)!" }
    }
    #expect(harness.lines(of: "a (map)") == ["a (map) began"])
    harness.complete(0, "X")
    #expect(harness.ending == "= A!")
  }
}
