import FlowState
import Foundation
import TestSupport
import Testing

/// What closures of a run do is ordered before what follows `await`, even if the run does it before the task is suspended. The
/// thread sanitizer shows whether it sees that; without it, these tests show only the values.
@Suite("A task that awaits a run")
struct AwaitedRunTests {
  /// Executes each turn on a thread of its own, at once: the thread that has enqueued a turn doesn't go on before it has run. It
  /// waits in a way that orders nothing.
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

  @Test("sees what its closures have done without a lock")
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

  @Test("sees what going back has undone without a lock")
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
