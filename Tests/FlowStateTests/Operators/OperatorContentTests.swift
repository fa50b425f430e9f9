import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// The content that operators pass on to the steps inside them, over several rounds.
@MainActor
struct OperatorContentTests {
  private let harness = GoingBackHarness()

  /// The lines of the step's starts.
  private var starts: [String] { harness.takeLines().filter { $0.hasPrefix("inner(") } }

  @Test("A run that goes back to an operator's step starts the wrapped step with its own content")
  func goingBack() {
    let run = harness.startFlow { [harness] _ in
      let inner = harness.waiting("inner")
      inner.content = "direct"
      let step = inner.retry(attempts: 2)
      step.setCompletion { step, _ in
        step.content = "passed on"
        step.nextStep = step
      }
      return step
    }
    harness.complete("inner")
    harness.goBack(run)
    #expect(starts == ["inner(direct)", "inner(passed on)", "inner(direct)"])
    run.cancel()
    harness.queue.play()
  }

  @Test("A content update that completes its step leads to a next step that has its content")
  func updateThatCompletes() {
    let trace = Trace()
    let done = FlowStep(String.self, Any.self, identifier: "done") { step in
      trace.note(step.content ?? "nothing")
      return nil
    }
    let farewell = done.always { _ in }
    farewell.content = "bye"
    let handler = FlowStepHandler(Int.self, Any.self)
    let show = FlowStep(Int.self, Any.self, identifier: "show") { step in
      step.onContentUpdate { if $0 == 3 { handler.complete(nil) } }
      return handler
    }
    let shown = show.always { _ in }
    shown.nextStep = farewell
    shown.start()
    shown.content = 3
    #expect(trace.lines == ["bye"])
  }

  @Test("A step that was given content itself keeps it when the operator's step around it loses its own")
  func replaced() {
    let run = harness.startFlow { [harness] _ in
      let inner = harness.waiting("inner")
      let step = inner.retry(attempts: 2)
      step.content = "passed on"
      step.setCompletion { step, _ in
        step.content = nil
        inner.content = "own"
        step.nextStep = step
      }
      return step
    }
    harness.complete("inner")
    #expect(starts == ["inner(passed on)", "inner(own)"])
    run.cancel()
    harness.queue.play()
  }

  @Test("A wrapped step has its own content again after going back, if its operator passes on none then")
  func ownContent() {
    let run = harness.startFlow { [harness] _ in
      let inner = harness.waiting("inner")
      inner.content = "direct"
      let step = inner.retry(attempts: 2)
      let first = harness.waiting("first", then: step)
      first.setCompletion { _, result in if result == "pass on" { step.content = "passed on" } }
      return first
    }
    harness.complete("first", "pass on")
    harness.goBack(run)
    harness.complete("first", "pass on nothing")
    #expect(starts == ["inner(passed on)", "inner(direct)"])
    run.cancel()
    harness.queue.play()
  }

  @Test("A fallback doesn't start with the content of an earlier round")
  func fallback() {
    let run = harness.startFlow { [harness] _ in
      let failing = FlowStep(Any.self, String.self, identifier: "failing") { _ in
        let handler = GoingBackHarness.Handler()
        handler.fail(TestError())
        return handler
      }
      let step = failing.recover(with: harness.waiting("inner"))
      step.content = "passed on"
      step.setCompletion { step, _ in
        step.content = nil
        step.nextStep = step
      }
      return step
    }
    harness.complete("inner")
    #expect(starts == ["inner(passed on)", "inner()"])
    run.cancel()
    harness.queue.play()
  }

  @Test("A fallback that waits receives content that is set meanwhile")
  func contentOfFallback() {
    let received = LockedList<String>()
    let run = harness.startFlow { [harness] _ in
      let failing = FlowStep(Any.self, String.self, identifier: "failing") { _ in
        let handler = GoingBackHarness.Handler()
        handler.fail(TestError())
        return handler
      }
      let inner = harness.waiting("inner")
      inner.onContentUpdate { received.append("\($0 ?? "nothing")") }
      let step = failing.recover(with: inner)
      let other = harness.waiting("other")
      other.setCompletion { _, _ in step.content = "new" }
      return ConcurrentFlowStep(identifier: "both", steps: [step, other])
    }
    harness.complete("other")
    #expect(received.all == ["nothing", "new"])
    run.cancel()
    harness.queue.play()
  }
}
