import FlowState
import FlowStateTesting
import Testing

/// `recover`: what goes on when a step fails.
struct RecoverTests {
  let bench = Bench()

  @Test("a value takes the place of the failure; none is one too", arguments: ["spare", nil])
  func value(fallback: String?) {
    bench.start { [bench] in
      bench.failing().recover { error in
        bench.trace.note("\(error)")
        return fallback
      }
    }
    #expect(bench.trace.lines.contains("Step 'a' failed (visit 2 of run F#1, lane 1): mishap 1"))
    #expect(bench.told == "= \(fallback ?? "nil")")
  }

  @Test("another error takes the place of the failure, under the operator's name")
  func otherError() {
    bench.start { [bench] in bench.failing().recover { throw Mishap("worse than: \($0)") } }
    #expect(
      bench.told == "= Step 'a' failed (visit 1 of run F#1): worse than: Step 'a' failed (visit 2 of run F#1, "
        + "lane 1): mishap 1")
  }

  @Test("a step that completes, also without a result, needs no recovery", arguments: ["A", nil])
  func completed(result: String?) {
    bench.start { [bench] in
      bench.instant("a", result).recover { _ in "not this" }.recover(with: bench.instant("b", "nor this"))
    }
    #expect(bench.lines(of: "b") == [])
    #expect(bench.told == "= \(result ?? "nil")")
  }

  @Test("another step is started with the content of the operator's, if it has some", arguments: [nil, 7])
  func otherStep(content: Int?) {
    bench.startChain { [bench] scope in
      let a = FlowStep(Int.self, String.self, identifier: "a") { _ in
        let handler = FlowStepHandler(Int.self, String.self)
        handler.fail(Mishap())
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
      bench.trace.note("built")
      return step
    }
    #expect(bench.told == "= \(content ?? 1)")
  }

  @Test("if the other step fails as well, its error comes through")
  func bothFail() {
    bench.start { [bench] in bench.failing("a").recover(with: bench.failing("b", times: .max)) }
    #expect(bench.told == "= Step 'b' failed (visit 3 of run F#1, lane 1): mishap 1")
  }

  @Test("what the failed step reports later is extra and does not disturb the other one")
  func lateReport() {
    bench.start { [bench] in bench.waiting("a").recover(with: bench.waiting("b")) }
    bench.fail(0)
    bench.complete(0, "late")
    #expect(bench.lines(of: "a") == ["a began", "a failed: mishap", "a extra"])
    bench.complete(1, "B")
    #expect(bench.told == "= B")
  }

  @Test("a step cancelled by its run is not recovered")
  func cancelled() {
    let run = bench.start { [bench] in bench.waiting().recover { _ in "spare" } }
    run.cancel()
    bench.queue.play()
    #expect(bench.told == "= cancelled")
  }
}
