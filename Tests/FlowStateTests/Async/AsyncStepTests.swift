import Dispatch
import FlowState
import FlowStateTesting
import Synchronization
import TestSupport
import Testing

/// Steps whose work is an async function: what they come to, where they execute, how they are cancelled.
struct AsyncStepTests {
  let trace = Trace()

  /// Runs a flow of one step and says how it ended.
  private func outcome(_ work: @escaping @Sendable (String?) async throws -> String?) async -> String {
    let flow = Flow(String.self, String.self, identifier: "F") { scope in
      let step = FlowStep(String.self, String.self, identifier: "Load", work)
      step.content = scope.content
      step.setCompletion { _, result in scope.result = result }
      return step
    }
    do {
      return try await flow.observed(by: trace).run("in") ?? "nil"
    } catch {
      return "\(error)"
    }
  }

  @Test("what it returns is the result")
  func result() async {
    #expect(await outcome { content in "\(content ?? "") out" } == "in out")
    #expect(
      await outcome { _ in
        await Task.yield()
        return nil
      } == "nil")
  }

  @Test("what it throws is the step's failure, a CancellationError of its own too")
  func failure() async {
    #expect(await outcome { _ in throw Mishap() } == "Step 'Load' failed (visit 1 of run F#1): mishap")
    #expect(
      await outcome { _ in throw CancellationError() }
        == "Step 'Load' failed (visit 1 of run F#1): CancellationError()")
  }

  @Test("child tasks, task groups, streams and actors may be used in it")
  func structured() async {
    actor Counter {
      var count = 0
      func next() -> Int {
        count += 1
        return count
      }
    }
    let counter = Counter()
    let result = await outcome { _ in
      async let first = counter.next()
      let second = await first
      let sum = await withTaskGroup(of: Int.self) { group in
        for number in 1...10 { group.addTask { number } }
        return await group.reduce(0, +)
      }
      let (numbers, continuation) = AsyncStream.makeStream(of: Int.self)
      for number in 1...3 { continuation.yield(number) }
      continuation.finish()
      var last = 0
      for await number in numbers { last = number }
      return "\(second) \(sum) \(last)"
    }
    #expect(result == "1 55 3")
  }

  @Test("it executes on the run's queue after each await, and may change what the builder has made")
  func queue() async throws {
    let queue = DispatchQueue(label: "own")
    let flow = Flow(Any.self, Int.self, identifier: "F", on: queue) { scope in
      final class Counter {
        var value = 0
      }
      let counter = Counter()
      let steps = (0..<4).map { index in
        FlowStep(Any.self, Int.self, identifier: "\(index)") { _ async in
          for _ in 0..<100 {
            dispatchPrecondition(condition: .onQueue(queue))
            counter.value += 1
            await Task.yield()
          }
          dispatchPrecondition(condition: .onQueue(queue))
          return nil
        }
      }
      let all = FlowStep(identifier: "all", joining: steps)
      all.setCompletion { _, _ in scope.result = counter.value }
      return all
    }
    #expect(try await flow.run() == 400)
  }

  @Test("the pieces between its awaits are turns of the queue")
  func pieces() {
    let queue = ManualQueue()
    let flow = Flow(Any.self, Any.self, identifier: "F") { [trace] _ in
      let steps = ["a", "b"].map { identifier in
        FlowStep(Any.self, Any.self, identifier: identifier) { _ async in
          trace.note("\(identifier)1")
          await Task.yield()
          trace.note("\(identifier)2")
          return nil
        }
      }
      return ConcurrentFlowStep(identifier: "both", steps: steps)
    }
    flow.on(queue).start { [trace] _ in trace.note("end") }
    // A task that yields comes back by way of its executor at once, so the queue is never empty before the end.
    while queue.playOne() {}
    #expect(trace.lines == ["a1", "b1", "a2", "b2", "end"])
  }

  @Test("a main-actor flow uses main-actor code")
  func mainActor() async throws {
    @MainActor final class Model {
      var value = 0
    }
    let flow = Flow(
      Any.self, Int.self, identifier: "F",
      onMainActor: { scope in
        let model = Model()
        let step = FlowStep(Any.self, Int.self, identifier: "a") { _ async in
          model.value += 1
          await Task.yield()
          MainActor.preconditionIsolated()
          model.value += 1
          return model.value
        }
        step.setCompletion { _, result in scope.result = result }
        return step
      })
    #expect(try await flow.run() == 2)
  }

  // MARK: Cancelling

  /// Cancels a run of one step and says what was told of it.
  private func cancelled(_ work: @escaping @Sendable (_ begun: Bell) async throws -> String?) async -> [String] {
    let begun = Bell()
    let ended = Bell()
    let flow = Flow(Any.self, String.self, identifier: "F") { _ in
      FlowStep(Any.self, String.self, identifier: "a") { _ in try await work(begun) }
    }
    let run = flow.observed(by: Journey.Diary(trace: trace)).start { [trace] _ in
      trace.note("told")
      ended.ring()
    }
    await begun.wait()
    run.cancel()
    await ended.wait()
    return trace.take()
  }

  @Test("cancelling reaches the task; a CancellationError that it throws then is not told")
  func heeds() async {
    let lines = await cancelled { begun in
      begun.ring()
      // Ends only because the task is cancelled.
      await Bell().wait()
      try Task.checkCancellation()
      return "never"
    }
    #expect(lines == ["a cancelled", "F#1 cancelled", "told"])
  }

  @Test("a result that comes all the same is extra, and the run has not ended before", arguments: [false, true])
  func late(isFailure: Bool) async {
    let lines = await cancelled { [trace] begun in
      begun.ring()
      await Bell().wait()
      trace.note("late")
      if isFailure { throw Mishap() }
      return "late"
    }
    #expect(lines == ["a cancelled", "late", "a extra", "F#1 cancelled", "told"])
  }

  @Test("a cancellation handler in it is called")
  func handler() async {
    let lines = await cancelled { [trace] begun in
      let stopped = Bell()
      return await withTaskCancellationHandler {
        begun.ring()
        await stopped.wait()
        return nil
      } onCancel: {
        trace.note("stopped")
      }
    }
    #expect(lines == ["stopped", "a cancelled", "a extra", "F#1 cancelled", "told"])
  }

  /// Waits for the bell although the task is cancelled.
  private static func stubbornly(_ bell: Bell) async {
    await Task { await bell.wait() }.value
  }

  @Test("a timeout does not wait for a task that ignores it; the end of the run does")
  func timeout() async {
    let clock = ManualClock()
    let begun = Bell()
    let wentOn = Bell()
    let release = Bell()
    let ended = Bell()
    let flow = Flow(Any.self, Any.self, identifier: "F") { [trace] _ in
      let slow = FlowStep(Any.self, Any.self, identifier: "slow") { _ async in
        begun.ring()
        await Self.stubbornly(release)
        trace.note("released")
        return nil
      }
      let safe = slow.timeout(.seconds(1)).recover { _ in nil }
      let next = FlowStep(Any.self, Any.self, identifier: "next") { _ in nil }
      next.setCompletion { _, _ in wentOn.ring() }
      safe.nextStep = next
      return safe
    }
    flow.timed(by: clock).start { [trace] _ in
      trace.note("told")
      ended.ring()
    }
    await begun.wait()
    clock.advance(by: .seconds(1))
    await wentOn.wait()
    #expect(trace.lines == [])
    release.ring()
    await ended.wait()
    #expect(trace.lines == ["released", "told"])
  }

  @Test("a nested run ends before the one around it, both after their tasks", arguments: [1, 3])
  func nested(levels: Int) async {
    let census = Census()
    let begun = Bell()
    let release = Bell()
    let ended = Bell()
    var flow = Flow(Any.self, Any.self, identifier: "N0") { _ in
      let alive = census.newborn()
      return FlowStep(Any.self, Any.self, identifier: "slow") { _ async in
        begun.ring()
        await Self.stubbornly(release)
        alive.touch()
        return nil
      }
    }
    for level in 1...levels {
      let inner = flow
      flow = Flow(Any.self, Any.self, identifier: "N\(level)") { _ in FlowStep(inner) }
    }
    let run = flow.observed(by: trace).start { [trace] _ in
      trace.note("told, \(census.living) alive")
      ended.ring()
    }
    await begun.wait()
    run.cancel()
    release.ring()
    await ended.wait()
    let ends = (0...levels).map { "N\($0)#1 cancelled" }
    #expect(trace.lines.filter { $0.hasSuffix("#1 cancelled") || $0.hasPrefix("told") } == ends + ["told, 0 alive"])
  }

  @Test("the losers of a race are cancelled")
  func race() async throws {
    let flow = Flow(Any.self, String.self, identifier: "F") { [trace] scope in
      let slow = FlowStep(Any.self, String.self, identifier: "slow") { _ in
        await Bell().wait()
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

  @Test("tasks that end while their run is cancelled: each run ends once, after its tasks, and leaves nothing alive")
  func stress() async {
    let census = Census()
    let working = Counts()
    let ended = Counts()
    let count = trials(2000, sanitized: 100)
    await withTaskGroup { group in
      for trial in 0..<count {
        group.addTask {
          let flow = Flow(Any.self, Int.self, identifier: "F") { _ in
            let alive = census.newborn()
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
          await withCheckedContinuation { continuation in
            let run = flow.start { _ in
              ended.value.add(1, ordering: .relaxed)
              continuation.resume()
            }
            DispatchQueue.global().async { run.cancel() }
          }
        }
      }
    }
    #expect(ended.value.load(ordering: .acquiring) == count)
    #expect(working.value.load(ordering: .acquiring) == 0)
    #expect(census.living == 0)
  }

  private final class Counts: Sendable {
    let value = Atomic<Int>(0)
  }

  @Test("in a bare run")
  @MainActor
  func bare() async {
    let done = Bell()
    let step = FlowStep(Any.self, String.self, identifier: "a") { _ async in
      await Task.yield()
      return "A"
    }
    step.setCompletion { [trace] _, result in
      trace.note(result ?? "nil")
      done.ring()
    }
    step.start()
    await done.wait()
    #expect(trace.lines == ["A"])
  }
}
