import Dispatch
import FlowState
import FlowStateTesting
import Foundation
import Synchronization
import TestSupport
import Testing

/// Runs share their queue with other work and need no deep stack.
struct SharedQueueTests {
  @Test("Another block on the queue of a chain that never waits is executed and can cancel the run")
  func endlessChain() async throws {
    let queue = DispatchQueue(label: "shared")
    let steps = Atomic<Int>(0)
    let flow = Flow(Any.self, Int.self, identifier: "Loop", on: queue) { _ in
      let step = FlowStep(Any.self, Int.self, identifier: "turn") { _ in nil }
      step.setCompletion { step, _ in
        // Not endless, so that a failing test ends.
        step.nextStep = steps.add(1, ordering: .relaxed).newValue < 1_000_000 ? step : nil
      }
      return step
    }
    let outcomes = Trace()
    try await patiently("The run did not end") { resume in
      let run = flow.start { outcome in
        outcomes.note("\(outcome)")
        resume(())
      }
      queue.async { run.cancel() }
    }
    #expect(outcomes.lines == ["cancelled"])
    #expect(steps.load(ordering: .relaxed) < 1_000_000)
  }

  /// With recursion, a tenth of this number would overflow the stack.
  private static let count = trials(100_000, few: 10_000)

  @Test("A hundred thousand runs on one queue that complete each other in turn run on a small stack")
  func dominoes() async {
    let results = await onSmallStack {
      let queue = ManualQueue()
      let handlers = (0..<Self.count).map { _ in FlowStepHandler(Any.self, Int.self) }
      let ended = LockedList<Int>()
      for index in 0..<Self.count {
        let flow = Flow(Any.self, Int.self, identifier: "F") { _ in
          let step = FlowStep(Any.self, Int.self, identifier: "domino") { _ in handlers[index] }
          step.setCompletion { _, _ in if index + 1 < Self.count { handlers[index + 1].complete(1) } }
          return step
        }
        flow.on(queue).start { _ in ended.append(index) }
      }
      queue.play()
      queue.perform { handlers[0].complete(1) }
      queue.play()
      return ended.count
    }
    #expect(results == Self.count)
  }
}
