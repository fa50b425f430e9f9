import Dispatch
import FlowState
import FlowStateTesting
import TestSupport
import Testing

@Suite("Access to a run")
struct RunAccessTests {
  private let queue = ManualQueue()

  /// Starts a flow of one step that waits for two seconds by the run's clock.
  private func start(
    on clock: ManualClock, watchedBy leaks: LeakCheck, callingOff: Bool = false,
    fired: @escaping @Sendable (_ handler: FlowStepHandler<Any, String>) -> Void
  ) -> FlowRun {
    let flow = Flow(Any.self, String.self, identifier: "F") { scope in
      let wait = FlowStep(Any.self, String.self, identifier: "Wait") { step in
        let handler = FlowStepHandler(Any.self, String.self)
        let cancel = RunAccess(step).schedule(after: .seconds(2)) { fired(handler) }
        if callingOff { cancel() }
        step.onCancel { cancel() }
        return handler
      }
      wait.setCompletion { _, result in scope.result = result }
      return wait
    }
    let run = flow.on(queue).timed(by: clock).watched(by: leaks).start()
    queue.play()
    return run
  }

  @Test("RunAccess is nil outside the closures of a run")
  func outside() {
    #expect(RunAccess() == nil)
  }

  @Test("A scheduled call is made on the run's queue, by its clock, and steps made there belong to the run")
  func calls() throws {
    let clock = ManualClock()
    let leaks = LeakCheck()
    let recorder = FlowRecorder()
    _ = start(on: clock, watchedBy: leaks) { [queue] handler in
      recorder.note("fired on the queue: \(queue.isCurrent)")
      let made = FlowStep(Any.self, Any.self, identifier: "Made") { _ in nil }
      recorder.note("known to the run: \(leaks.survivors.contains("step 'Made'"))")
      withExtendedLifetime(made) {}
      handler.complete("done")
    }
    clock.advance(by: .seconds(2))
    #expect(recorder.lines.isEmpty)
    queue.play()
    #expect(recorder.lines == ["fired on the queue: true", "known to the run: true"])
    try leaks.requireNothingAlive()
  }

  @Test("A scheduled call that is called off is not made", arguments: [true, false])
  func callingOff(atOnce: Bool) throws {
    let clock = ManualClock()
    let leaks = LeakCheck()
    let recorder = FlowRecorder()
    let run = start(on: clock, watchedBy: leaks, callingOff: atOnce) { _ in recorder.note("fired") }
    if !atOnce {
      // The clock has fired, and the call is in the queue behind the cancellation.
      run.cancel()
      clock.advance(by: .seconds(2))
      queue.play()
    }
    clock.advance(by: .seconds(9))
    queue.play()
    #expect(clock.timerCount == 0)
    #expect(recorder.lines.isEmpty)
  }

  @Test("A call that was requested before the callback's release is made")
  func releasedAfterCall() {
    let recorder = FlowRecorder()
    Flow(Any.self, Any.self, identifier: "F") { _ in
      FlowStep(Any.self, Any.self, identifier: "a") { step in
        let handler = FlowStepHandler(Any.self, Any.self)
        RunAccess(step).callback { handler.complete(nil) }()
        return handler
      }
    }.on(queue).observed(by: recorder).start()
    queue.play()
    #expect(recorder.lines.last == "F#1 completed")
  }

  @Test("A callback's captures are released before the outcome, even if its release follows the last report")
  func releasedBehindTheReport() throws {
    let (leaks, recorder, objects) = (LeakCheck(), FlowRecorder(), ObjectCounter())
    let (callbacks, handlers) = (LockedList<@Sendable () -> Void>(), LockedList<FlowStepHandler<Any, Any>>())
    let flow = Flow(Any.self, Any.self, identifier: "F") { _ in
      FlowStep(Any.self, Any.self, identifier: "a") { step in
        let captured = objects.makeObject()
        callbacks.append(RunAccess(step).callback { captured.touch() })
        return handlers.appendHandler()
      }
    }
    flow.on(queue).watched(by: leaks).start { _ in recorder.note("outcome, \(objects.living) alive") }
    queue.play()
    handlers.takeFirst()?.complete(nil)
    callbacks.removeAll()
    queue.play()
    #expect(recorder.lines == ["outcome, 0 alive"])
    try leaks.requireNothingAlive()
  }

  @Test("A callback runs as a closure of the run on its queue, whichever thread calls it")
  func callbacks() async throws {
    let queue = DispatchQueue(label: "own")
    let leaks = LeakCheck()
    let flow = Flow(Any.self, Int.self, identifier: "F", on: queue) { scope in
      var count = 0
      let step = FlowStep(Any.self, Int.self, identifier: "a") { step in
        let handler = FlowStepHandler(Any.self, Int.self)
        let count = RunAccess(step).callback {
          dispatchPrecondition(condition: .onQueue(queue))
          #expect(RunAccess() != nil)
          count += 1
          if count == 100 { handler.complete(count) }
        }
        for _ in 0..<4 {
          DispatchQueue.global().async { for _ in 0..<25 { count() } }
        }
        return handler
      }
      step.setCompletion { _, result in scope.result = result }
      return step
    }
    #expect(try await flow.watched(by: leaks).run() == 100)
  }

  @Test("A callback runs later, even for a caller on the queue, but not after the run has ended")
  func lateCallbacks() {
    let recorder = FlowRecorder()
    let ask = Box<(@Sendable () -> Void)?>(nil)
    let handlers = LockedList<FlowStepHandler<Any, Any>>()
    let flow = Flow(Any.self, Any.self, identifier: "F") { _ in
      FlowStep(Any.self, Any.self, identifier: "a") { step in
        ask.value = RunAccess(step).callback { recorder.note("called in a run: \(RunAccess() != nil)") }
        ask.value?()
        recorder.note("asked")
        return handlers.appendHandler()
      }
    }
    flow.on(queue).start { _ in recorder.note("run ends") }
    queue.play()
    ask.value?()
    handlers.removeAll()[0].complete(nil)
    ask.value?()
    queue.play()
    ask.value?()
    queue.play()
    #expect(recorder.lines == ["asked", "called in a run: true", "called in a run: true", "run ends"])
  }

  @Test("An async function that a run performs stays on the run's queue, also after awaiting an actor")
  func performing() async throws {
    let queue = DispatchQueue(label: "own")
    let flow = Flow(Any.self, Int.self, identifier: "F", on: queue) { scope in
      var count = 0
      let step = FlowStep(Any.self, Int.self, identifier: "a") { _ in
        let handler = FlowStepHandler(Any.self, Int.self)
        _ = RunAccess()?.perform {
          for _ in 0..<10 {
            await MainActor.run { dispatchPrecondition(condition: .notOnQueue(queue)) }
            dispatchPrecondition(condition: .onQueue(queue))
            await Task.yield()
            dispatchPrecondition(condition: .onQueue(queue))
            count += 1
          }
          handler.complete(count)
        }
        return handler
      }
      step.setCompletion { _, result in scope.result = result }
      return step
    }
    #expect(try await flow.run() == 10)
  }

  @Test("An async function of a main-actor flow is performed on the main actor")
  func performingOnMainActor() async throws {
    let flow = Flow(
      Any.self, Int.self, identifier: "F",
      onMainActor: { scope in
        let step = FlowStep(Any.self, Int.self, identifier: "a") { _ in
          let handler = FlowStepHandler(Any.self, Int.self)
          Self.perform(for: handler)
          return handler
        }
        step.setCompletion { _, result in scope.result = result }
        return step
      })
    #expect(try await flow.run() == 1)
  }

  /// Stands for the code of a library, which is not isolated to the main actor.
  private static func perform(for handler: FlowStepHandler<Any, Int>) {
    _ = RunAccess()?.perform {
      MainActor.preconditionIsolated()
      await Task.yield()
      MainActor.preconditionIsolated()
      handler.complete(1)
    }
  }

  @Test("A run ends only after its async function, which the canceller cancels")
  func performingToItsEnd() async throws {
    let recorder = FlowRecorder()
    let begun = AsyncSignal()
    let ended = AsyncSignal()
    let flow = Flow(Any.self, Any.self, identifier: "F") { _ in
      FlowStep(Any.self, Any.self, identifier: "a") { step in
        let handler = FlowStepHandler(Any.self, Any.self)
        let cancel = RunAccess()?.perform {
          begun.send()
          // Ends only because the task is cancelled.
          try? await AsyncSignal().wait(orSay: "The function was not cancelled")
          recorder.note("function ends")
          handler.complete(nil)
        }
        step.onCancel { cancel?() }
        return handler
      }
    }
    let run = flow.start { _ in
      recorder.note("run ends")
      ended.send()
    }
    try await begun.wait(orSay: "The function did not begin")
    run.cancel()
    try await ended.wait(orSay: "The run did not end")
    #expect(recorder.lines == ["function ends", "run ends"])
  }

  @Test("The function of an async step can read the run's clock")
  func clock() async throws {
    let clock = ManualClock()
    clock.advance(by: .seconds(7))
    let flow = Flow(Any.self, Duration.self, identifier: "F") { scope in
      let step = FlowStep(Any.self, Duration.self, identifier: "a") { _ async in RunAccess.clock?.now }
      step.setCompletion { _, result in scope.result = result }
      return step
    }
    #expect(try await flow.timed(by: clock).run() == .seconds(7))
    #expect(RunAccess.clock == nil)
  }

  @Test("Using a RunAccess off its run's queue traps with a sentence")
  func offQueue() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let flow = Flow(Any.self, Any.self, identifier: "F") { _ in
        FlowStep(Any.self, Any.self, identifier: "a") { step in
          nonisolated(unsafe) let access = RunAccess(step)
          let handler = FlowStepHandler(Any.self, Any.self)
          Task { @MainActor in
            _ = access.callback {}
            handler.complete(nil)
          }
          return handler
        }
      }
      _ = try? await flow.run()
    }
    expectSaid(
      result, "A RunAccess was used off the queue of its run. On other threads, use the closures that it has returned.")
  }

  @Test("A scheduled call can be cancelled from another thread")
  func cancelledElsewhere() {
    let (clock, recorder) = (ManualClock(), FlowRecorder())
    let cancel = Box<(@Sendable () -> Void)?>(nil)
    Flow(Any.self, Any.self, identifier: "F") { _ in
      FlowStep(Any.self, Any.self, identifier: "a") { step in
        let handler = FlowStepHandler(Any.self, Any.self)
        cancel.value = RunAccess(step).schedule(after: .seconds(1)) { handler.complete(nil) }
        return handler
      }
    }.on(queue).timed(by: clock).observed(by: recorder).start()
    queue.play()
    let stop = cancel.value
    onThreads(1) { _ in stop?() }
    queue.play()
    #expect(clock.timerCount == 0)
    #expect(!recorder.lines.contains("a completed"))
    cancel.value = nil
  }

  @Test("A call that is due after the run's end is not made, and the clock no longer keeps it")
  func afterTheEnd() {
    let (clock, recorder) = (ManualClock(), FlowRecorder())
    Flow(Any.self, Any.self, identifier: "F") { _ in
      FlowStep(Any.self, Any.self, identifier: "a") { step in
        _ = RunAccess(step).schedule(after: .seconds(1)) { recorder.note("called") }
        return nil
      }
    }.on(queue).timed(by: clock).start()
    queue.play()
    #expect(clock.timerCount == 0)
    clock.advance(by: .seconds(1))
    queue.play()
    #expect(recorder.lines == [])
  }

  @Test(
    "A call with a zero or negative delay is made without waiting for the clock",
    arguments: [Duration.zero, .seconds(-1)])
  func withoutDelay(delay: Duration) throws {
    let (clock, recorder) = (ManualClock(), FlowRecorder())
    Flow(Any.self, Any.self, identifier: "F") { scope in
      FlowStep(Any.self, Any.self, identifier: "a") { step in
        let handler = FlowStepHandler(Any.self, Any.self)
        _ = RunAccess(scope).schedule(after: delay) { handler.complete(nil) }
        let cancel = RunAccess(step).schedule(after: delay) { recorder.note("cancelled and called") }
        cancel()
        recorder.note("scheduled")
        return handler
      }
    }.on(queue).timed(by: clock).observed(by: recorder).start()
    queue.play()
    #expect(clock.timerCount == 0)
    #expect(recorder.lines == ["F#1 run began", "a began", "scheduled", "a completed", "rest", "F#1 completed"])
  }

  @Test("A scheduled call's captures are released at the run's end if the clock drops the call")
  func droppedByTheClock() {
    let recorder = FlowRecorder()
    let calls = LockedList<@Sendable () -> Void>()
    struct Dropping: FlowClock {
      let calls: LockedList<@Sendable () -> Void>
      var now: Duration { .zero }
      func schedule(after delay: Duration, _ call: @escaping @Sendable () -> Void) -> FlowAlarm {
        calls.append(call)
        return FlowAlarm {}
      }
    }
    final class Witness {
      let recorder: FlowRecorder
      init(_ recorder: FlowRecorder) { self.recorder = recorder }
      deinit { recorder.note("released") }
    }
    let handlers = LockedList<FlowStepHandler<Any, Any>>()
    Flow(Any.self, Any.self, identifier: "F") { _ in
      FlowStep(Any.self, Any.self, identifier: "a") { step in
        let witness = Witness(recorder)
        _ = RunAccess(step).schedule(after: .seconds(1)) { withExtendedLifetime(witness) {} }
        return handlers.appendHandler()
      }
    }.on(queue).timed(by: Dropping(calls: calls)).start()
    queue.play()
    onThreads(1) { _ in calls.removeAll() }
    queue.play()
    #expect(recorder.lines == [])
    handlers.takeFirst()?.complete(nil)
    queue.play()
    #expect(recorder.lines == ["released"])
  }

  @Test("A callback that outlives its run keeps nothing of it alive, and a leak check lists it")
  func keptCallback() throws {
    let (leaks, objects) = (LeakCheck(), ObjectCounter())
    let button = Box<(@Sendable () -> Void)?>(nil)
    Flow(Any.self, Any.self, identifier: "F") { _ in
      let alive = objects.makeObject()
      return FlowStep(Any.self, Any.self, identifier: "a") { step in
        button.value = RunAccess(step).callback { alive.touch() }
        return nil
      }
    }.on(queue).watched(by: leaks).start()
    queue.play()
    #expect(objects.living == 0)
    #expect(leaks.survivors == ["callback of run F#1"])
    button.value = nil
    try leaks.requireNothingAlive()
  }

  @Test("Accessing the run of a step that has not started traps with a sentence")
  func ofFreshStep() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = RunAccess(FlowStep(Any.self, Any.self, identifier: "a") { _ in nil })
    }
    expectSaid(
      result,
      """
      The run of step 'a' was accessed before the step started. Use the step that a closure receives, or the flow's scope.
      """)
  }

  @Test("A presenter takes a reversible run back to the stop before, and no further")
  func goesBack() {
    let recorder = FlowRecorder()
    let flow = Flow(Any.self, Void.self, identifier: "F") { scope in
      // A handler that nobody has ends its step.
      var handlers: [FlowStepHandler<Any, Void>] = []
      func stop(_ name: String, _ show: @escaping (RunAccess, FlowStepHandler<Any, Void>) -> Void) -> FlowStep<
        Any, Void
      > {
        let step = FlowStep(Any.self, Void.self, identifier: name) { step in
          let handler = FlowStepHandler(Any.self, Void.self)
          let run = RunAccess(step)
          handlers.append(handler)
          recorder.note("\(name), can go back: \(run.canGoBack)")
          show(run, handler)
          return handler
        }
        step.isStop = true
        return step
      }
      var visits = 0
      let second = stop("second") { run, _ in _ = run.schedule(after: .seconds(1)) { run.goBack() } }
      let first = stop("first") { run, handler in
        visits += 1
        if visits == 1 {
          handler.complete(())
        } else {
          run.goBack()
        }
      }
      first.setCompletion { step, _ in step.nextStep = second }
      return first
    }
    let clock = ManualClock()
    let run = flow.on(queue).timed(by: clock).reversible().start()
    queue.play()
    clock.advance(by: .seconds(1))
    queue.play()
    #expect(recorder.lines == ["first, can go back: false", "second, can go back: true", "first, can go back: false"])
    run.cancel()
    queue.play()
  }

  @Test("The started run is the outermost one, whichever queues the runs between are on")
  func startedRun() {
    let (recorder, other) = (FlowRecorder(), ManualQueue())
    @Sendable func note(_ name: String) -> FlowStep<Any, Void> {
      FlowStep(Any.self, Void.self, identifier: name) { step in
        recorder.note("\(name): \(RunAccess(step).startedRun)")
        return nil
      }
    }
    let innermost = Flow(Any.self, Void.self, identifier: "innermost") { _ in note("in the innermost") }
    let inner = Flow(Any.self, Void.self, identifier: "inner") { _ in
      let first = note("in the inner")
      first.nextStep = FlowStep(innermost)
      return first
    }
    let outer = Flow(Any.self, Void.self, identifier: "outer") { _ in FlowStep(inner.on(other)) }
    Flow(Any.self, Void.self, identifier: "started") { _ in FlowStep(outer) }.on(queue).start()
    queue.play()
    other.play()
    #expect(recorder.lines == ["in the inner: started#1", "in the innermost: started#1"])
  }

  @Test("A run that isn't reversible can't go back, and ignores it")
  func doesNotGoBack() {
    let recorder = FlowRecorder()
    let flow = Flow(Any.self, Void.self, identifier: "F") { _ in
      FlowStep(Any.self, Void.self, identifier: "step") { step in
        let run = RunAccess(step)
        recorder.note("\(run.canGoBack)")
        run.goBack()
        let handler = FlowStepHandler(Any.self, Void.self)
        handler.complete(())
        return handler
      }
    }
    flow.on(queue).start { outcome in recorder.note("\(outcome)") }
    queue.play()
    #expect(recorder.lines == ["false", "completed(nil)"])
  }
}
