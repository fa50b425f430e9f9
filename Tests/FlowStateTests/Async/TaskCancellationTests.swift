import Dispatch
import FlowState
import Foundation
import TestSupport
import Testing

/// Cancelling a task that runs a flow or awaits a step. The runtime calls cancellation handlers under the task's lock.
@MainActor
struct TaskCancellationTests {
  /// The operation that the cancelled task awaits.
  enum Awaited: CaseIterable {
    case flow, step
  }

  let trace = Trace()
  let begun = AsyncSignal()
  let handler = FlowStepHandler(Any.self, Int.self)

  /// A task that runs a step which waits for ever, and calls `stopped` when it is cancelled.
  private func task(_ awaited: Awaited, stopped: @escaping @Sendable () -> Void) -> Task<Int?, any Error> {
    let waiting: @MainActor () -> FlowStep<Any, Int> = { [begun, handler] in
      FlowStep(Any.self, Int.self, identifier: "a") { _ in
        handler.onCancel(stopped)
        begun.send()
        return handler
      }
    }
    switch awaited {
    case .flow:
      let flow = Flow(Any.self, Int.self, identifier: "F", onMainActor: { _ in waiting() })
      return Task(priority: .low) { try await flow.run() }
    case .step:
      return Task(priority: .low) { try await waiting().run() }
    }
  }

  @Test("Cancelling a task calls the run's closures in a turn, after cancel returns", arguments: Awaited.allCases)
  func byTurn(_ awaited: Awaited) async throws {
    let task = task(awaited) { [trace] in trace.note("stopped") }
    try await begun.wait(orSay: "The step did not begin")
    trace.note("before")
    task.cancel()
    trace.note("after")
    await #expect(throws: CancellationError.self) { try await task.value(orSay: "The task still waits for the run") }
    #expect(trace.lines == ["before", "after", "stopped"])
  }

  @Test("Another thread may use a cancelled task while the run's closures are called", arguments: Awaited.allCases)
  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  func withoutLock(_ awaited: Awaited) async throws {
    let tasks = LockedList<Task<Int?, any Error>>()
    let task = task(awaited) { [trace] in
      let done = DispatchSemaphore(value: 0)
      Thread {
        // As when a task of high priority begins to await this one.
        tasks[0].escalatePriority(to: .high)
        done.signal()
      }.start()
      trace.note(done.wait(orSay: "The priority of the task was not raised") ? "went through" : "the task was locked")
    }
    tasks.append(task)
    try await begun.wait(orSay: "The step did not begin")
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value(orSay: "The task still waits for the run") }
    #expect(trace.lines == ["went through"])
  }

  @Test("A run whose closure cancels its task starts no further step")
  func fromClosure() async {
    let tasks = LockedList<Task<Int?, any Error>>()
    let flow = Flow(
      Any.self, Int.self, identifier: "F",
      onMainActor: { [trace] _ in
        let first = FlowStep(Any.self, Int.self, identifier: "first") { _ in
          trace.note("first")
          tasks[0].cancel()
          return nil
        }
        first.nextStep = FlowStep(Any.self, Int.self, identifier: "next") { _ in
          trace.note("next")
          return nil
        }
        return first
      })
    let task = Task { try await flow.run() }
    tasks.append(task)
    await #expect(throws: CancellationError.self) { try await task.value(orSay: "The task still waits for the run") }
    #expect(trace.lines == ["first"])
  }
}
