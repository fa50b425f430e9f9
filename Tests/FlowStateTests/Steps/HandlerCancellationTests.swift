import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// The cancellation action of a start, which any thread can set on the start's handler.
struct HandlerCancellationTests {
  typealias Handler = FlowStepHandler<Any, String>

  let harness = FlowHarness(keepsEarlierStarts: true)
  let handler = Handler()

  /// Starts a run of one step whose intent calls `intent` and then returns the handler.
  @discardableResult
  func start(_ intent: @escaping @Sendable () -> Void = {}) -> FlowRun {
    harness.startStep { [handler] in
      FlowHarness.Step(identifier: "a") { _ in
        intent()
        return handler
      }
    }
  }

  /// Sets a cancellation action on another thread.
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

  @Test(
    "A cancellation action set before or during the wait is called once, on the run's queue", arguments: [true, false])
  func whenCancelled(isBefore: Bool) {
    if isBefore { setElsewhere("stop") }
    let run = start()
    if !isBefore { setElsewhere("stop") }
    cancel(run)
    cancel(run)
    #expect(stops == ["stop"])
    #expect(harness.objects.living == 0)
  }

  @Test("A cancellation action that another thread sets while the intent executes applies to that start")
  func insideIntent() {
    let run = start { setElsewhere("stop") }
    cancel(run)
    #expect(stops == ["stop"])
  }

  @Test("Setting a cancellation action again releases the earlier action and calls only the latest")
  func replaced() {
    let run = start { setElsewhere("stop 1") }
    setElsewhere("stop 2")
    harness.queue.play()
    #expect(harness.objects.living == 1)
    cancel(run)
    #expect(stops == ["stop 2"])
  }

  @Test("A cancellation action that is set after the start was cancelled is called in the next turn")
  func afterCancel() {
    cancel(start())
    setElsewhere("stop")
    #expect(stops == [])
    harness.queue.play()
    #expect(stops == ["stop"])
    #expect(harness.objects.living == 0)
  }

  @Test(
    "A start that settles releases its cancellation action, whether set before or during the wait",
    arguments: [true, false])
  func settled(isBefore: Bool) {
    if isBefore { setElsewhere("stop") }
    start()
    if !isBefore { setElsewhere("stop") }
    handler.complete("done")
    harness.queue.play()
    #expect(harness.objects.living == 0)
    #expect(stops == [])
  }

  @Test("A cancellation action that is set after the settlement does not stop a later start of the handler")
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

  @Test("A cancellation action set in an intent applies to its start, although another start has the handler")
  func forTheNext() {
    let first = start()
    let second = start { [handler, trace = harness.trace] in handler.onCancel { trace.note("stop 2") } }
    cancel(first)
    #expect(stops == [])
    cancel(second)
    #expect(stops == ["stop 2"])
  }

  @Test("A cancellation action set in another step's completion closure applies to the start that waits")
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
