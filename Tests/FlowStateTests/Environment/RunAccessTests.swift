import FlowState
import FlowStateTesting
import Testing

@Suite("Access to a run")
struct RunAccessTests {
  private let queue = ManualQueue()

  /// Runs a flow of one step that waits for two seconds by the time of its run.
  private func start(
    on clock: ManualClock, watchedBy leaks: LeakCheck, callingOff: Bool = false,
    rung: @escaping @Sendable (_ handler: FlowStepHandler<Any, String>) -> Void
  ) -> FlowRun {
    let flow = Flow(Any.self, String.self, identifier: "F") { scope in
      let wait = FlowStep(Any.self, String.self, identifier: "Wait") { step in
        let handler = FlowStepHandler(Any.self, String.self)
        let callOff = RunAccess()?.schedule(after: .seconds(2)) { rung(handler) }
        if callingOff { callOff?() }
        step.onCancel { callOff?() }
        return handler
      }
      wait.setCompletion { _, result in scope.result = result }
      return wait
    }
    let run = flow.on(queue).timed(by: clock).watched(by: leaks).start()
    queue.play()
    return run
  }

  @Test("is known to the closures of a run only")
  func outside() {
    #expect(RunAccess() == nil)
  }

  @Test("calls on the queue of the run, by the clock of the run, and steps made there belong to the run")
  func calls() throws {
    let clock = ManualClock()
    let leaks = LeakCheck()
    let recorder = FlowRecorder()
    _ = start(on: clock, watchedBy: leaks) { [queue] handler in
      recorder.note("rung on the queue: \(queue.isCurrent)")
      let made = FlowStep(Any.self, Any.self, identifier: "Made") { _ in nil }
      // A cycle, which only the end of the run can undo.
      made.setCompletion { _, _ in made.nextStep = nil }
      recorder.note("known to the run: \(leaks.survivors.contains("step 'Made'"))")
      handler.complete("done")
    }
    clock.advance(by: .seconds(2))
    #expect(recorder.lines.isEmpty)
    queue.play()
    #expect(recorder.lines == ["rung on the queue: true", "known to the run: true"])
    try leaks.requireNothingAlive()
  }

  @Test("does not call once it is called off", arguments: [true, false])
  func callingOff(atOnce: Bool) throws {
    let clock = ManualClock()
    let leaks = LeakCheck()
    let recorder = FlowRecorder()
    let run = start(on: clock, watchedBy: leaks, callingOff: atOnce) { _ in recorder.note("rung") }
    if !atOnce {
      // The clock has called already; the call waits for the queue behind the cancellation.
      run.cancel()
      clock.advance(by: .seconds(2))
      queue.play()
    }
    clock.advance(by: .seconds(9))
    queue.play()
    #expect(clock.timerCount == 0)
    #expect(recorder.lines.isEmpty)
  }
}
