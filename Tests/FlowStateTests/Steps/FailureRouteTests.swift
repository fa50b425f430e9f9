import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// The routes of a run after a step has failed.
struct FailureRouteTests {
  let queue = ManualQueue()
  let clock = ManualClock()
  let trace = Trace()
  let kept = LockedList<FlowStepHandler<Any, String>>()

  @discardableResult
  private func start(_ build: @escaping @Sendable () -> any Startable) -> FlowRun {
    defer { queue.play() }
    let flow = Flow(Any.self, String.self, identifier: "F") { _ in build() }
    return flow.on(queue).timed(by: clock).observed(by: trace).start { [trace] outcome in
      switch outcome {
      case .completed: trace.note("told: completed")
      case .failed(let error): trace.note("told: \(error)")
      case .cancelled: trace.note("told: cancelled")
      }
    }
  }

  /// A step that fails at once some times and then completes.
  private static func failing(_ times: Int) -> FlowStep<Any, String> {
    var left = times
    return FlowStep(Any.self, String.self, identifier: "a") { _ in
      let handler = FlowStepHandler(Any.self, String.self)
      left -= 1
      if left >= 0 { handler.fail(TestError("\(left) left")) } else { handler.complete("done") }
      return handler
    }
  }

  private static func instant(_ identifier: String) -> FlowStep<Any, String> {
    FlowStep(Any.self, String.self, identifier: identifier) { _ in nil }
  }

  @Test("A failure route can lead to another step, and receives the error that names the failed step")
  func another() {
    start { [trace] in
      let a = Self.failing(1)
      let b = Self.instant("b")
      a.nextStep = Self.instant("not this one")
      a.setFailure { error in
        trace.note("\(error)")
        return .goTo(b)
      }
      return a
    }
    #expect(
      trace.lines == [
        "F#1 run began", "a began", "a failed: 0 left", "Step 'a' failed (visit 1 of run F#1): 0 left", "b began",
        "b completed", "rest", "F#1 completed", "told: completed",
      ])
  }

  @Test("A failure route retries at once until it returns fail, which ends the run")
  func again() {
    start {
      let a = Self.failing(5)
      var attempts = 1
      a.setFailure { _ in
        attempts += 1
        return attempts <= 3 ? .retry : .fail
      }
      return a
    }
    #expect(trace.lines.filter { $0 == "a began" }.count == 3)
    #expect(trace.lines.last == "told: Step 'a' failed (visit 3 of run F#1): 2 left")
  }

  @Test("A million immediate retries run on a small stack")
  func manyRetries() {
    let attempts = trials(1_000_000, few: 100_000)
    let flow = Flow(Any.self, String.self, identifier: "F") { _ in
      let a = Self.failing(attempts)
      a.setFailure { _ in .retry }
      return a
    }
    flow.on(queue).start { [trace] outcome in
      if case .completed = outcome { trace.note("done") }
    }
    onSmallStack { [queue] in queue.play() }
    #expect(trace.lines == ["done"])
  }

  @Test("A failure route can retry after a delay on the run's clock")
  func later() {
    start {
      let a = Self.failing(2)
      a.setFailure { _ in .retry(after: .seconds(3)) }
      return a
    }
    #expect(trace.take() == ["F#1 run began", "a began", "a failed: 1 left", "a waits 3.0 seconds"])
    clock.advance(by: .seconds(2))
    queue.play()
    #expect(trace.take() == [])
    clock.advance(by: .seconds(1))
    queue.play()
    #expect(trace.take() == ["a began", "a failed: 0 left", "a waits 3.0 seconds"])
    clock.advance(by: .seconds(3))
    queue.play()
    #expect(trace.take() == ["a began", "a completed", "rest", "F#1 completed", "told: completed"])
  }

  @Test("A run that is cancelled during a retry delay ends, and its alarm is cancelled")
  func cancelledWhilePausing() {
    let objects = ObjectCounter()
    let run = start {
      let a = Self.failing(1)
      let alive = objects.makeObject()
      a.setFailure { _ in
        alive.touch()
        return .retry(after: .seconds(3))
      }
      return a
    }
    #expect(clock.timerCount == 1)
    run.cancel()
    queue.play()
    #expect(clock.timerCount == 0)
    #expect(objects.living == 0)
    #expect(trace.lines.suffix(2) == ["F#1 cancelled", "told: cancelled"])
  }

  @Test("An abandoned step takes its failure route")
  func abandoned() {
    start { [kept] in
      let a = FlowStep(Any.self, String.self, identifier: "a") { _ in
        kept.appendHandler()
      }
      let b = Self.instant("b")
      a.setFailure { _ in .goTo(b) }
      return a
    }
    kept.removeAll()
    queue.play()
    #expect(trace.lines.suffix(5) == ["b began", "b completed", "rest", "F#1 completed", "told: completed"])
  }

  @Test("A concurrent step and a nested flow take their failure routes")
  func hosting() {
    start {
      let group = ConcurrentFlowStep(identifier: "group", steps: [Self.failing(1)])
      let nested = FlowStep(
        Flow(Any.self, String.self, identifier: "N") { _ in Self.failing(1) }, identifier: "nested")
      group.setFailure { _ in .goTo(nested) }
      nested.setFailure { _ in .goTo(Self.instant("end")) }
      return group
    }
    #expect(trace.lines.suffix(5) == ["end began", "end completed", "rest", "F#1 completed", "told: completed"])
  }

  @Test("A bare run takes a failure route, even if a screen fails after it has completed")
  @MainActor func bare() {
    let a = FlowStep(Any.self, String.self, identifier: "a") { [kept] _ in
      kept.appendHandler()
    }
    let b = FlowStep(Any.self, String.self, identifier: "b") { [trace] _ in
      trace.note("b")
      return nil
    }
    a.setFailure { _ in .goTo(b) }
    a.start()
    kept[0].complete("1")
    kept[0].fail(TestError())
    #expect(trace.lines == ["b"])
  }

  @Test("A negative retry delay traps with a sentence")
  func negative() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let flow = Flow(Any.self, String.self, identifier: "F") { _ in
        let a = FlowStep(Any.self, String.self, identifier: "a") { _ in
          let handler = FlowStepHandler(Any.self, String.self)
          handler.fail(TestError())
          return handler
        }
        a.setFailure { _ in .retry(after: .seconds(-1)) }
        return a
      }
      _ = try flow.runAndWait()
    }
    expectSaid(result, "Step 'a' has a retry delay of -1.0 seconds; a delay must not be negative.")
  }
}
