import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// `recover`: what goes on when a step fails.
struct RecoverTests {
  let harness = FlowHarness(keepsEarlierStarts: true)

  @Test("a value takes the place of the failure; none is one too", arguments: ["spare", nil])
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

  @Test("another error takes the place of the failure, under the operator's name")
  func otherError() {
    harness.startStep { [harness] in harness.failing().recover { throw TestError("worse than: \($0)") } }
    #expect(
      harness.ending
        == "= Step 'a' failed (visit 1 of run F#1): worse than: Step 'a' failed (visit 2 of run F#1, "
        + "lane 1): mishap 1")
  }

  @Test("a step that completes, also without a result, needs no recovery", arguments: ["A", nil])
  func completed(result: String?) {
    harness.startStep { [harness] in
      harness.completing("a", result).recover { _ in "not this" }.recover(with: harness.completing("b", "nor this"))
    }
    #expect(harness.lines(of: "b") == [])
    #expect(harness.ending == "= \(result ?? "nil")")
  }

  @Test("another step is started with the content of the operator's, if it has some", arguments: [nil, 7])
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

  @Test("if the other step fails as well, its error comes through")
  func bothFail() {
    harness.startStep { [harness] in harness.failing("a").recover(with: harness.failing("b", times: .max)) }
    #expect(harness.ending == "= Step 'b' failed (visit 3 of run F#1, lane 1): mishap 1")
  }

  @Test("what the failed step reports later is extra and does not disturb the other one")
  func lateReport() {
    harness.startStep { [harness] in harness.waiting("a").recover(with: harness.waiting("b")) }
    harness.fail(0)
    harness.complete(0, "late")
    #expect(harness.lines(of: "a") == ["a began", "a failed: mishap", "a extra"])
    harness.complete(1, "B")
    #expect(harness.ending == "= B")
  }

  @Test("a step cancelled by its run is not recovered")
  func cancelled() {
    let run = harness.startStep { [harness] in harness.waiting().recover { _ in "spare" } }
    run.cancel()
    harness.queue.play()
    #expect(harness.ending == "= cancelled")
  }
}
