import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// The outcomes of steps whose work is an async function.
struct AsyncStepTests {
  let trace = Trace()

  /// Runs a flow of one step and describes its outcome.
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

  @Test("An async step completes with the value that its function returns")
  func result() async {
    #expect(await outcome { content in "\(content ?? "") out" } == "in out")
    #expect(
      await outcome { _ in
        await Task.yield()
        return nil
      } == "nil")
  }

  @Test("An async step fails with the error that its function throws, including a CancellationError")
  func failure() async {
    #expect(await outcome { _ in throw TestError() } == "Step 'Load' failed (visit 1 of run F#1): mishap")
    #expect(
      await outcome { _ in throw CancellationError() }
        == "Step 'Load' failed (visit 1 of run F#1): CancellationError()")
  }

  @Test("An async step may use child tasks, task groups, streams, and actors")
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

  @Test("An async step accepts a named function, a result that is not Sendable, and a result of any type")
  func forms() async throws {
    final class Letter {
      var text = ""
    }
    @Sendable func load(_ number: Int?) async -> String? { "number \(number ?? 0)" }
    let flow = Flow(Any.self, String.self, identifier: "F") { scope in
      let first = FlowStep(Int.self, String.self, identifier: "first", load)
      let second = FlowStep(String.self, Letter.self, identifier: "second") { text in
        await Task.yield()
        let letter = Letter()
        letter.text = text ?? ""
        return letter
      }
      let third = FlowStep(Any.self, Any.self, identifier: "third") { _ async in "and more" }
      first.content = 1
      first.setCompletion { step, text in
        second.content = text
        step.nextStep = second
      }
      second.setCompletion { step, letter in
        scope.result = letter?.text
        step.nextStep = third
      }
      third.setCompletion { _, text in scope.result? += " \(text ?? "")" }
      return first
    }
    #expect(try await flow.run() == "number 1 and more")
  }

  @Test("A manual queue plays the parts of an async step between its awaits as separate turns")
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
    // A task that yields enqueues its next part at once, so the queue is not empty before the end.
    while queue.playOne() {}
    #expect(trace.lines == ["a1", "b1", "a2", "b2", "end"])
  }

  @Test("An async step completes in a bare run")
  @MainActor
  func bare() async throws {
    let done = AsyncSignal()
    let step = FlowStep(Any.self, String.self, identifier: "a") { _ async in
      await Task.yield()
      return "A"
    }
    step.setCompletion { [trace] _, result in
      trace.note(result ?? "nil")
      done.send()
    }
    step.start()
    try await done.wait(orSay: "The step did not complete")
    #expect(trace.lines == ["A"])
  }
}
