import Dispatch
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Laws 2 and 3 for a screen that outlives its visits: its handler is returned by one start after the other.
@Suite(.timeLimit(.minutes(15)))
struct ReusedHandlerTests {
  typealias Handler = FlowStepHandler<Any, Int>
  let trace = Trace()

  @Test("A report inside an intent that returns the handler again is that start's early completion")
  func insideIntent() {
    let queue = ManualQueue()
    let flow = Flow(Any.self, Int.self, identifier: "F") { _ in
      let handler = Handler()
      var turns = 0
      let step = FlowStep(Any.self, Int.self, identifier: "a") { _ in
        turns += 1
        handler.complete(turns)
        return handler
      }
      step.setCompletion { step, turn in step.nextStep = turn == 3 ? nil : step }
      return step
    }
    flow.on(queue).observed(by: trace).start()
    queue.play()
    #expect(trace.lines.filter { $0 == "a completed" }.count == 3)
    #expect(!trace.lines.contains("a extra"))
    #expect(trace.lines.last == "F#1 completed")
  }

  @Test("A report to the old handler while the step starts with another one is extra")
  func otherHandler() {
    let queue = ManualQueue()
    let kept = LockedList<Handler>()
    let flow = Flow(Any.self, Int.self, identifier: "F") { _ in
      let step = FlowStep(Any.self, Int.self, identifier: "a") { _ in
        let handler = Handler()
        kept.all.last?.complete(7)
        kept.all.last?.complete(8)
        kept.append(handler)
        return handler
      }
      step.setCompletion { step, turn in step.nextStep = turn == 1 ? step : nil }
      return step
    }
    flow.on(queue).observed(by: trace).start()
    queue.play()
    kept[0].complete(1)
    queue.play()
    #expect(trace.lines.filter { $0 == "a extra" }.count == 2)
    kept[1].complete(2)
    queue.play()
    #expect(trace.lines.last == "F#1 completed")
  }

  @Test("A report inside the intent that returns the handler is not lost if an earlier report is in transit")
  func onItsWay() {
    let queue = ManualQueue()
    let (screen, other) = (Handler(), Handler())
    let flow = Flow(Any.self, Int.self, identifier: "F") { _ in
      let a = FlowStep(Any.self, Int.self, identifier: "a") { _ in screen }
      let b = FlowStep(Any.self, Int.self, identifier: "b") { _ in other }
      let c = FlowStep(Any.self, Int.self, identifier: "c") { _ in
        screen.complete(2)
        return screen
      }
      a.setCompletion { [trace] _, result in trace.note("a = \(result ?? 0)") }
      b.nextStep = c
      c.setCompletion { [trace] _, result in trace.note("c = \(result ?? 0)") }
      return ConcurrentFlowStep(identifier: "all", steps: [a, b])
    }
    flow.on(queue).observed(by: trace).start()
    queue.play()
    // Both reports are in transit when the intent of c is called.
    other.complete(0)
    screen.complete(1)
    queue.play()
    let expected = ["c completed", "c = 2", "a completed", "a = 1", "all completed", "rest", "F#1 completed"]
    #expect(trace.lines.suffix(7) == expected)
  }

  @Test("A report inside an intent is not lost if a cancelled run had the handler before")
  func leftByCancelledRun() {
    let screen = Handler()
    let flow = Flow(Any.self, Int.self, identifier: "F") { scope in
      let step = FlowStep(Any.self, Int.self, identifier: "a") { step in
        if step.context[Answer.self] == 2 { screen.complete(2) }
        return screen
      }
      scope.context[Answer.self] = scope.content as? Int
      return step
    }
    let (first, second) = (ManualQueue(), ManualQueue())
    let run = flow.on(first).observed(by: trace).start(1)
    first.play()
    run.cancel()
    first.play()
    #expect(trace.take().last == "F#1 cancelled")
    flow.on(second).observed(by: trace).start(2)
    second.play()
    first.play()
    #expect(trace.lines.last == "F#2 completed")
    #expect(!trace.lines.contains("a extra"))
  }

  private enum Answer: FlowContextKey { typealias Value = Int }

  @Test("No report of another thread is lost when it races the intent's return")
  func racing() async throws {
    let turns = trials(20_000, few: 2_000)
    let flow = Flow(Any.self, Int.self, identifier: "F") { scope in
      let handler = Handler()
      let step = FlowStep(Any.self, Int.self, identifier: "a") { _ in
        DispatchQueue.global().async { handler.complete(1) }
        return handler
      }
      var done = 0
      step.setCompletion { step, _ in
        done += 1
        scope.result = done
        step.nextStep = done < turns ? step : nil
      }
      return step
    }
    #expect(try await flow.run() == turns)
  }
}
