import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Law 2 for a step whose result is awaited in two places: the earlier start is superseded, and no result is lost
/// silently.
struct AwaitedTwiceTests {
  typealias Step = FlowStep<Any, Int>

  @Test("A step that two joins await completes the later one, and the earlier one fails")
  func joins() {
    let queue = ManualQueue()
    let trace = FlowRecorder()
    let handlers = LockedList<FlowStepHandler<Any, Int>>()
    let gate = FlowStepHandler<Any, Int>()
    let flow = Flow(Any.self, [Int?].self, identifier: "F") { scope in
      let shared = Step(identifier: "shared") { _ in
        handlers.appendHandler()
      }
      let first = FlowStep(identifier: "first", joining: [shared])
      first.setFailure { error in
        trace.note("\(error.rootCause.map { "\($0)" } ?? "no cause")")
        return .fail
      }
      first.setOutcome { _, outcome in
        if case .completed(let numbers) = outcome { trace.note("first \(numbers ?? [])") }
      }
      let wait = Step(identifier: "wait") { _ in gate }
      let second = FlowStep(identifier: "second", joining: [shared])
      second.setCompletion { _, numbers in scope.result = numbers }
      wait.nextStep = second
      return RaceFlowStep(identifier: "both", steps: [first, wait])
    }
    flow.on(queue).observed(by: trace).start { outcome in
      if case .completed(let numbers) = outcome { trace.note("ended with \(numbers ?? [])") }
    }
    queue.play()
    // The second join begins while the result for the first join is still in the queue.
    gate.complete(0)
    handlers[0].complete(7)
    queue.play()
    handlers[1].complete(8)
    queue.play()
    #expect(handlers.count == 2)
    #expect(
      trace.lines == [
        "F#1 run began", "both began", "lane 1: first began", "lane 3: shared began", "lane 2: wait began",
        "lane 2: wait completed", "lane 2: second began", "lane 4: shared began", "lane 3: shared failed: superseded",
        "lane 1: first failed: shared superseded", "no cause",
        // The result for the first join isn't lost silently.
        "lane 3: shared extra", "lane 4: shared completed", "lane 2: second completed", "both completed", "rest",
        "F#1 completed", "ended with [Optional(8)]",
      ])
  }

  @Test("A step that two tasks await returns its value to the later task, and the earlier task fails")
  @MainActor func tasks() async throws {
    let handlers = LockedList<FlowStepHandler<Any, Int>>()
    let begun = AsyncSignal()
    let again = AsyncSignal()
    let step = Step(identifier: "asked") { _ in
      let handler = FlowStepHandler(Any.self, Int.self)
      handlers.append(handler)
      (handlers.count == 1 ? begun : again).send()
      return handler
    }
    let first = Task { try await step.run() }
    try await begun.wait(orSay: "The step did not begin")
    let second = Task { try await step.run() }
    try await again.wait(orSay: "The step did not begin again")
    handlers[1].complete(2)
    #expect(try await second.value(orSay: "The task still waits for the step") == 2)
    await #expect(throws: FlowError.self) { try await first.value(orSay: "The superseded task still waits") }
  }
}
