import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Law 5 for operators: a step that is wrapped ten thousand times needs no more stack than one.
struct OperatorDepthTests {

  enum Ending: CaseIterable, Sendable { case completed, failed, neverStarted }

  @Test(
    "A step that is wrapped ten thousand times runs and is released on a small stack",
    arguments: OperatorUnderTest.allCases.filter { $0 != .delay }, Ending.allCases)
  func deep(operation: OperatorUnderTest, ending: Ending) {
    let harness = FlowHarness(keepsEarlierStarts: true)
    onSmallStack {
      guard ending != .neverStarted else {
        _ = Self.wrapped(harness.completing(), operation, harness.objects)
        return
      }
      harness.startStep {
        Self.wrapped(
          ending == .completed ? harness.completing("a", "A") : harness.failing(), operation, harness.objects)
      }
    }
    switch ending {
    case .completed: #expect(harness.ending == "= A")
    case .failed:
      let told = operation == .recoverWith ? "= spare" : "= Step 'a' failed (visit "
      #expect(harness.ending?.hasPrefix(told) == true)
    case .neverStarted: break
    }
    #expect(harness.objects.living == 0)
  }

  /// Wraps a step. A retry makes only one attempt, because attempts multiply.
  private static func wrapped(_ step: FlowHarness.Step, _ operation: OperatorUnderTest, _ objects: ObjectCounter)
    -> FlowHarness.Step
  {
    var wrapped = step
    // The manual clock visits all its alarms each time.
    for _ in 0..<(operation == .timeout ? 1_000 : trials(10_000, few: 2_000)) {
      wrapped = operation == .retry ? wrapped.retry(attempts: 1) : operation.apply(to: wrapped, objects: objects)
      // The names would make up most of the work.
      wrapped.identifier = "w"
    }
    return wrapped
  }

  @Test("A hundred thousand attempts run on a small stack and keep nothing of earlier attempts")
  func manyAttempts() {
    let harness = FlowHarness(keepsEarlierStarts: true)
    let flow = Flow(Any.self, String.self, identifier: "F") { scope in
      let step = harness.failing(times: trials(100_000, few: 10_000)).retry(attempts: .max) { error in
        let alive = harness.objects.makeObject()
        alive.touch()
        return harness.objects.living == 1
      }
      step.setCompletion { _, result in scope.result = result }
      return step
    }
    flow.on(harness.queue).start { outcome in
      if case .completed(let result) = outcome { harness.trace.note("= \(result ?? "nil")") }
    }
    onSmallStack { harness.queue.play() }
    #expect(harness.ending == "= done")
  }
}
