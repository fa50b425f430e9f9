import Dispatch
import FlowState
import FlowStateTesting
import Synchronization
import TestSupport
import Testing

/// Cancellation of steps whose work is an async function.
struct AsyncStepCancellationTests {
  let trace = Trace()

  /// Cancels a run of one step and returns the events that were reported.
  private func cancelled(_ work: @escaping @Sendable (_ begun: AsyncSignal) async throws -> String?) async throws
    -> [String]
  {
    let begun = AsyncSignal()
    let ended = AsyncSignal()
    let flow = Flow(Any.self, String.self, identifier: "F") { _ in
      FlowStep(Any.self, String.self, identifier: "a") { _ in try await work(begun) }
    }
    let run = flow.observed(by: GoingBackHarness.Observer(trace: trace)).start { [trace] _ in
      trace.note("told")
      ended.send()
    }
    try await begun.wait(orSay: "The work did not begin")
    run.cancel()
    try await ended.wait(orSay: "The run did not end")
    return trace.take()
  }

  @Test("Cancelling a run cancels its task, whose CancellationError is not reported")
  func heeds() async throws {
    let lines = try await cancelled { begun in
      begun.send()
      // Ends only because the task is cancelled.
      try await AsyncSignal().wait(orSay: "The task was not cancelled")
      try Task.checkCancellation()
      return "never"
    }
    #expect(lines == ["a cancelled", "F#1 cancelled", "told"])
  }

  @Test("A task's result or failure after cancellation is extra, and the run ends after it", arguments: [false, true])
  func late(isFailure: Bool) async throws {
    let lines = try await cancelled { [trace] begun in
      begun.send()
      try await AsyncSignal().wait(orSay: "The task was not cancelled")
      trace.note("late")
      if isFailure { throw TestError() }
      return "late"
    }
    // The task is cancelled on another thread while the observer is notified.
    #expect(lines.filter { $0 != "late" } == ["a cancelled", "a extra", "F#1 cancelled", "told"])
    #expect(lines.prefix { $0 != "a extra" }.contains("late"))
  }

  @Test("Cancelling a run calls the cancellation handler of its task")
  func handler() async throws {
    let lines = try await cancelled { [trace] begun in
      let stopped = AsyncSignal()
      return try await withTaskCancellationHandler {
        begun.send()
        try await stopped.wait(orSay: "The task was not cancelled")
        return nil
      } onCancel: {
        trace.note("stopped")
      }
    }
    #expect(lines == ["stopped", "a cancelled", "a extra", "F#1 cancelled", "told"])
  }

  /// Waits for the signal although the task is cancelled.
  private static func stubbornly(_ signal: AsyncSignal) async throws {
    try await Task { try await signal.wait(orSay: "The test did not let the work end") }.value
  }

  @Test("A timeout does not wait for a task that ignores cancellation, but the end of the run does")
  func timeout() async throws {
    let clock = ManualClock()
    let begun = AsyncSignal()
    let wentOn = AsyncSignal()
    let release = AsyncSignal()
    let ended = AsyncSignal()
    let flow = Flow(Any.self, Any.self, identifier: "F") { [trace] _ in
      let slow = FlowStep(Any.self, Any.self, identifier: "slow") { _ async throws in
        begun.send()
        try await Self.stubbornly(release)
        trace.note("released")
        return nil
      }
      let safe = slow.timeout(.seconds(1)).recover { _ in nil }
      let next = FlowStep(Any.self, Any.self, identifier: "next") { _ in nil }
      next.setCompletion { _, _ in wentOn.send() }
      safe.nextStep = next
      return safe
    }
    flow.timed(by: clock).start { [trace] _ in
      trace.note("told")
      ended.send()
    }
    try await begun.wait(orSay: "The work did not begin")
    clock.advance(by: .seconds(1))
    try await wentOn.wait(orSay: "The run did not go on after the timeout")
    #expect(trace.lines == [])
    release.send()
    try await ended.wait(orSay: "The run did not end")
    #expect(trace.lines == ["released", "told"])
  }

  @Test("A nested run ends before the run around it, and both end after their tasks", arguments: [1, 3])
  func nested(levels: Int) async throws {
    let objects = ObjectCounter()
    let begun = AsyncSignal()
    let release = AsyncSignal()
    let ended = AsyncSignal()
    var flow = Flow(Any.self, Any.self, identifier: "N0") { _ in
      let alive = objects.makeObject()
      return FlowStep(Any.self, Any.self, identifier: "slow") { _ async throws in
        // Ends because it is cancelled: a task that ended by itself could end before the cancellation takes effect.
        await withTaskCancellationHandler {
          begun.send()
          try? await Self.stubbornly(release)
        } onCancel: {
          release.send()
        }
        alive.touch()
        return nil
      }
    }
    for level in 1...levels {
      let inner = flow
      flow = Flow(Any.self, Any.self, identifier: "N\(level)") { _ in FlowStep(inner) }
    }
    let run = flow.observed(by: trace).start { [trace] _ in
      trace.note("told, \(objects.living) alive")
      ended.send()
    }
    try await begun.wait(orSay: "The work did not begin")
    run.cancel()
    try await ended.wait(orSay: "The run did not end")
    let ends = (0...levels).map { "N\($0)#1 cancelled" }
    #expect(trace.lines.filter { $0.hasSuffix("#1 cancelled") || $0.hasPrefix("told") } == ends + ["told, 0 alive"])
  }

  @Test("A race cancels the tasks of its losers")
  func race() async throws {
    let flow = Flow(Any.self, String.self, identifier: "F") { [trace] scope in
      let slow = FlowStep(Any.self, String.self, identifier: "slow") { _ in
        try await AsyncSignal().wait(orSay: "The task was not cancelled")
        trace.note("cancelled: \(Task.isCancelled)")
        try Task.checkCancellation()
        return "slow"
      }
      let fast = FlowStep(Any.self, String.self, identifier: "fast") { _ async in "fast" }
      let race = FlowStep(identifier: "race", racing: [slow, fast])
      race.setCompletion { _, result in scope.result = result }
      return race
    }
    #expect(try await flow.run() == "fast")
    #expect(trace.lines == ["cancelled: true"])
  }

  @Test("A run that is cancelled while its tasks end ends once, after its tasks, and leaves nothing alive")
  func stress() async throws {
    let objects = ObjectCounter()
    let working = Counts()
    let ended = Counts()
    let count = trials(2000, few: 100)
    try await withThrowingTaskGroup { group in
      for trial in 0..<count {
        group.addTask {
          let flow = Flow(Any.self, Int.self, identifier: "F") { _ in
            let alive = objects.makeObject()
            let steps = (0..<3).map { index in
              FlowStep(Any.self, Int.self, identifier: "\(index)") { _ async in
                working.value.add(1, ordering: .relaxed)
                for _ in 0..<(trial + index) % 5 { await Task.yield() }
                alive.touch()
                working.value.subtract(1, ordering: .relaxed)
                return index
              }
            }
            return FlowStep(identifier: "all", joining: steps)
          }
          try await patiently("A run did not end") { resume in
            let run = flow.start { _ in
              ended.value.add(1, ordering: .relaxed)
              resume(())
            }
            DispatchQueue.global().async { run.cancel() }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(ended.value.load(ordering: .acquiring) == count)
    #expect(working.value.load(ordering: .acquiring) == 0)
    #expect(objects.living == 0)
  }

  private final class Counts: Sendable {
    let value = Atomic<Int>(0)
  }
}
