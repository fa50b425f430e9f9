import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// What stops the work of a start, set on its handler by any thread.
struct HandlerCancellationTests {
  typealias Handler = FlowStepHandler<Any, String>

  let harness = FlowHarness(keepsEarlierStarts: true)
  let handler = Handler()

  /// Starts a run of one step that returns the handler after the intent has done something.
  @discardableResult
  func start(_ intent: @escaping @Sendable () -> Void = {}) -> FlowRun {
    harness.startStep { [handler] in
      FlowHarness.Step(identifier: "a") { _ in
        intent()
        return handler
      }
    }
  }

  /// Sets what stops the work, on another thread.
  @Sendable func setElsewhere(_ note: String) {
    onThreads(1) { [handler, queue = harness.queue, trace = harness.trace, objects = harness.objects] _ in
      let alive = objects.makeObject()
      handler.onCancel {
        alive.touch()
        trace.note(queue.isCurrent ? note : "off the queue")
      }
    }
  }

  func cancel(_ run: FlowRun) {
    run.cancel()
    harness.queue.play()
  }

  var stops: [String] { harness.trace.lines.filter { $0.hasPrefix("stop") || $0 == "off the queue" } }

  @Test("set before the bind or while the step waits, it is called once, on the run's queue", arguments: [true, false])
  func whenCancelled(isBefore: Bool) {
    if isBefore { setElsewhere("stop") }
    let run = start()
    if !isBefore { setElsewhere("stop") }
    cancel(run)
    cancel(run)
    #expect(stops == ["stop"])
    #expect(harness.objects.living == 0)
  }

  @Test("set by another thread while the intent executes, it is for that start")
  func insideIntent() {
    let run = start { setElsewhere("stop") }
    cancel(run)
    #expect(stops == ["stop"])
  }

  @Test("set again, the latest is called and the earlier is let go of")
  func replaced() {
    let run = start { setElsewhere("stop 1") }
    setElsewhere("stop 2")
    harness.queue.play()
    #expect(harness.objects.living == 1)
    cancel(run)
    #expect(stops == ["stop 2"])
  }

  @Test("set after the start was cancelled, it is called soon")
  func afterCancel() {
    cancel(start())
    setElsewhere("stop")
    #expect(stops == [])
    harness.queue.play()
    #expect(stops == ["stop"])
    #expect(harness.objects.living == 0)
  }

  @Test("a start that settles lets go of it, whether it was set before or while it waited", arguments: [true, false])
  func settled(isBefore: Bool) {
    if isBefore { setElsewhere("stop") }
    start()
    if !isBefore { setElsewhere("stop") }
    handler.complete("done")
    harness.queue.play()
    #expect(harness.objects.living == 0)
    #expect(stops == [])
  }

  @Test("set after the settlement, it does not stop a later start that has the handler")
  func tooLate() {
    start()
    handler.complete("done")
    harness.queue.play()
    setElsewhere("stop")
    let run = start()
    #expect(harness.objects.living == 0)
    cancel(run)
    #expect(stops == [])
  }

  @Test("set inside an intent on a handler that another start waits for, it is for the start that returns the handler")
  func forTheNext() {
    let first = start()
    let second = start { [handler, trace = harness.trace] in handler.onCancel { trace.note("stop 2") } }
    cancel(first)
    #expect(stops == [])
    cancel(second)
    #expect(stops == ["stop 2"])
  }

  @Test("set in the completion closure of a step that is done at once, it is for the start that waits")
  func fromClosure() {
    let run = harness.startFlow { [handler, trace = harness.trace] _ in
      let waiting = FlowHarness.Step(identifier: "a") { _ in handler }
      let instant = FlowHarness.Step(identifier: "b") { _ in nil }
      instant.setCompletion { _, _ in handler.onCancel { trace.note("stop") } }
      return ConcurrentFlowStep(identifier: "both", steps: [waiting, instant])
    }
    cancel(run)
    #expect(stops == ["stop"])
  }
}
