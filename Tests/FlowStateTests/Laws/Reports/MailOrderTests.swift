import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Messages that have arrived are delivered before the run continues.
struct MailOrderTests {
  private let queue = ManualQueue()
  private let clock = ManualClock()
  private let handlers = LockedList<FlowStepHandler<Any, String>>()
  private let recorder = FlowRecorder([])
  private let trace = Trace()

  private func waiting(_ identifier: String) -> FlowStep<Any, String> {
    FlowStep(Any.self, String.self, identifier: identifier) { [handlers] _ in
      handlers.appendHandler()
    }
  }

  @discardableResult
  private func start(_ flow: Flow<Any, String>) -> FlowRun {
    flow.on(queue).timed(by: clock).observed(by: recorder).start { [trace] outcome in
      switch outcome {
      case .completed: trace.note("completed")
      case .failed(let error): trace.note("\(error)")
      case .cancelled: trace.note("cancelled")
      }
    }
  }

  @Test("A cancel that arrives together with a completion stops the endless chain that follows")
  func cancelBehindCompletion() {
    let turns = LockedList<Int>()
    let run = start(
      Flow(Any.self, String.self, identifier: "F") { _ in
        let first = waiting("first")
        let turn = FlowStep(Any.self, String.self, identifier: "turn") { _ in nil }
        turn.setCompletion { step, _ in
          turns.append(0)
          // Not endless, so that a failing test ends.
          step.nextStep = turns.count < 1_000 ? step : nil
        }
        first.nextStep = turn
        return first
      })
    queue.play()
    handlers[0].complete("r")
    run.cancel()
    queue.play()
    #expect(trace.lines == ["cancelled"])
    #expect(turns.count <= 1)
  }

  @Test("A completion that arrives while a chain moves is delivered before the chain's next step")
  func completionBesideChain() {
    start(
      Flow(Any.self, String.self, identifier: "F") { [handlers, trace] _ in
        let asked = waiting("asked")
        asked.setCompletion { _, _ in trace.note("answer") }
        let steps = ["one", "two", "three"].map { name in
          FlowStep(Any.self, String.self, identifier: name) { _ in
            trace.note(name)
            if name == "two" { onThreads(1) { _ in handlers[0].complete(name) } }
            return nil
          }
        }
        for (step, next) in zip(steps, steps.dropFirst()) { step.nextStep = next }
        return ConcurrentFlowStep(identifier: "both", steps: [asked, steps[0]])
      })
    queue.play()
    #expect(trace.lines == ["one", "two", "answer", "three", "completed"])
  }

  @Test("A cancel in a closure of the last step takes effect before the run's end", arguments: [true, false])
  func cancelInLastClosure(fromIntent: Bool) {
    let runs = LockedList<FlowRun>()
    runs.append(
      start(
        Flow(Any.self, String.self, identifier: "F") { _ in
          let last = FlowStep(Any.self, String.self, identifier: "last") { _ in
            if fromIntent { runs[0].cancel() }
            return nil
          }
          last.setCompletion { _, _ in if !fromIntent { runs[0].cancel() } }
          return last
        }))
    queue.play()
    #expect(trace.lines == ["cancelled"])
    #expect(recorder.lines == ["F#1 run began", "last began", "last completed", "F#1 cancelled"])
  }

  @Test("A completion that arrives before the timer wins through several operators")
  func completionBeforeTimer() {
    _ = start(
      Flow(Any.self, String.self, identifier: "F") { scope in
        let slow = waiting("a").map { $0 }.recover { _ in nil }.map { $0 }.timeout(.seconds(1))
        slow.setCompletion { _, result in scope.result = result }
        return slow
      })
    queue.play()
    handlers[0].complete("r")
    clock.advance(by: .seconds(1))
    queue.play()
    #expect(trace.lines == ["completed"])
    #expect(!recorder.lines.contains { $0.contains("timed out") || $0.contains("extra") })
  }

  @Test("A superseded start is reported, even if its lane is closed first")
  func supersededAndClosed() {
    _ = start(
      Flow(Any.self, String.self, identifier: "F") { _ in
        let gate = waiting("gate")
        var starts = 0
        let twice = FlowStep(Any.self, String.self, identifier: "twice") { _ in
          starts += 1
          guard starts == 1 else { return nil }
          return handlers.appendHandler()
        }
        gate.nextStep = twice
        return RaceFlowStep(identifier: "race", steps: [gate, twice])
      })
    queue.play()
    handlers[0].complete("r")
    queue.play()
    #expect(trace.lines == ["completed"])
    #expect(recorder.lines.filter { $0 == "twice began" }.count == 2)
    #expect(
      recorder.lines.filter { $0.hasPrefix("twice ") && !$0.hasSuffix("began") } == [
        "twice completed", "twice cancelled",
      ])
  }

  @Test("A closure that is called while a run goes back may go back further")
  func backWhileGoingBack() async throws {
    let run = start(
      Flow(Any.self, String.self, identifier: "F") { scope in
        let steps = ["a", "b", "c", "d"].map { waiting($0) }
        for (step, next) in zip(steps, steps.dropFirst()) { step.nextStep = next }
        var isFirst = true
        steps[3].setOutcome { _, outcome in
          guard case .cancelled = outcome, isFirst else { return }
          isFirst = false
          try? scope.goBack(to: "a")
        }
        return steps[0]
      }.reversible())
    queue.play()
    for index in 0..<3 {
      handlers[index].complete("r")
      queue.play()
    }
    run.goBack()
    queue.play()
    #expect(recorder.lines.last == "a began")
    run.cancel()
    queue.play()
    #expect(trace.lines == ["cancelled"])
  }
}
