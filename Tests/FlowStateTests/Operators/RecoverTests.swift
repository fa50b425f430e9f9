import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// `recover`: a value or a step that replaces a failure.
struct RecoverTests {
  let harness = FlowHarness(keepsEarlierStarts: true)

  @Test("A recovery value replaces the failure, even if it is nil", arguments: ["spare", nil])
  func value(fallback: String?) {
    harness.startStep { [harness] in
      harness.failing().recover { error in
        harness.trace.note("\(error)")
        return fallback
      }
    }
    #expect(harness.trace.lines.contains("Step 'a' failed (visit 2 of run F#1, lane 1): mishap 1"))
    #expect(harness.ending == "= \(fallback ?? "nil")")
  }

  @Test("An error that the recovery throws replaces the failure, under the operator's name")
  func otherError() {
    harness.startStep { [harness] in harness.failing().recover { throw TestError("worse than: \($0)") } }
    #expect(
      harness.ending
        == "= Step 'a' failed (visit 1 of run F#1): worse than: Step 'a' failed (visit 2 of run F#1, "
        + "lane 1): mishap 1")
  }

  @Test("A step that completes, with or without a result, is not recovered", arguments: ["A", nil])
  func completed(result: String?) {
    harness.startStep { [harness] in
      harness.completing("a", result).recover { _ in "not this" }.recover(with: harness.completing("b", "nor this"))
    }
    #expect(harness.lines(of: "b") == [])
    #expect(harness.ending == "= \(result ?? "nil")")
  }

  @Test("A recovery step starts with the operator's content, if it has any", arguments: [nil, 7])
  func otherStep(content: Int?) {
    harness.startFlow { [harness] scope in
      let a = FlowStep(Int.self, String.self, identifier: "a") { _ in
        let handler = FlowStepHandler(Int.self, String.self)
        handler.fail(TestError())
        return handler
      }
      let spare = FlowStep(Int.self, String.self, identifier: "spare") { step in
        let handler = FlowStepHandler(Int.self, String.self)
        handler.complete("\(step.content ?? 0)")
        return handler
      }
      spare.content = 1
      let step = a.recover(with: spare)
      step.content = content
      step.setCompletion { _, result in scope.result = result }
      harness.trace.note("built")
      return step
    }
    #expect(harness.ending == "= \(content ?? 1)")
  }

  @Test("The error of a recovery step that fails too is passed on")
  func bothFail() {
    harness.startStep { [harness] in harness.failing("a").recover(with: harness.failing("b", times: .max)) }
    #expect(harness.ending == "= Step 'b' failed (visit 3 of run F#1, lane 1): mishap 1")
  }

  @Test("A late report of the failed step is extra and does not affect the recovery step")
  func lateReport() {
    harness.startStep { [harness] in harness.waiting("a").recover(with: harness.waiting("b")) }
    harness.fail(0)
    harness.complete(0, "late")
    #expect(harness.lines(of: "a") == ["a began", "a failed: mishap", "a extra"])
    harness.complete(1, "B")
    #expect(harness.ending == "= B")
  }

  @Test("A step that its run cancels is not recovered")
  func cancelled() {
    let run = harness.startStep { [harness] in harness.waiting().recover { _ in "spare" } }
    run.cancel()
    harness.queue.play()
    #expect(harness.ending == "= cancelled")
  }
}
