import FlowState
import Foundation
import TestSupport
import Testing

/// The changes that a run's closures make happen before the code after `await`, even if the task has not suspended yet.
/// Only the thread sanitizer checks that order; without it, these tests check the values.
@Suite("A task that awaits a run")
struct AwaitedRunTests {
  /// Executes each turn at once on a new thread. The thread that enqueues a turn waits until it ends, in a way that
  /// does not order the memory accesses of the two threads.
  private final class HastyQueue: FlowQueue {
    func enqueue(_ turn: FlowTurn) {
      let end = UnorderedSignal()
      Thread {
        turn.run()
        end.give()
      }.start()
      end.wait(orSay: "A turn did not end")
    }

    var isCurrent: Bool { false }
  }

  @Test("A task that awaits a run sees the changes of the run's closures without a lock")
  func running() async throws {
    for _ in 0..<10 {
      let seen = Box<[String]>([])
      let flow = Flow(Any.self, Any.self, identifier: "F") { _ in
        FlowStep(Any.self, Any.self, identifier: "a") { _ in
          seen.value = ["intent"]
          return nil
        }
      }
      _ = try await flow.on(HastyQueue()).run()
      seen.value.append("awaited")
      #expect(seen.value == ["intent", "awaited"])
    }
  }

  @Test("A task that awaits going back sees the changes of the undo closures without a lock")
  func goingBack() async throws {
    for _ in 0..<10 {
      let seen = Box<[String]>([])
      let waiting = LockedList<FlowStepHandler<Any, Any>>()
      let flow = Flow(Any.self, Any.self, identifier: "F") { _ in
        var starts = 0
        let first = FlowStep(Any.self, Any.self, identifier: "a") { _ in
          let handler = waiting.appendHandler()
          starts += 1
          if starts == 1 { handler.complete(nil) }
          return handler
        }
        first.setUndo { _, _ in seen.value = ["undo"] }
        first.nextStep = FlowStep(Any.self, Any.self, identifier: "b") { _ in waiting.appendHandler() }
        return first
      }
      let run = flow.reversible().on(HastyQueue()).start()
      try await run.goBack(to: "a")
      seen.value.append("awaited")
      #expect(seen.value == ["undo", "awaited"])
      run.cancel()
    }
  }
}
