import FlowState
import TestSupport
import Testing

/// A single step that async code awaits.
@MainActor
struct StepRunTests {
  let handlers = LockedList<FlowStepHandler<Any, String>>()
  let begun = AsyncSignal()

  /// A step that waits until the test completes it.
  private func step() -> FlowStep<Any, String> {
    FlowStep(Any.self, String.self, identifier: "Ask") { [handlers, begun] _ in
      let handler = FlowStepHandler(Any.self, String.self)
      handlers.append(handler)
      begun.send()
      return handler
    }
  }

  @Test("Awaiting a step returns each of its results in turn, including nil")
  func values() async throws {
    var answers = ["one", nil, "three"]
    let step = FlowStep(Any.self, String.self, identifier: "Ask") { _ in
      let handler = FlowStepHandler(Any.self, String.self)
      handler.complete(answers.removeFirst())
      return handler
    }
    #expect(try await step.run() == "one")
    #expect(try await step.run() == nil)
    #expect(try await step.run() == "three")
  }

  @Test("The error of an awaited step names the step and has its failure as the cause")
  func failure() async throws {
    let step = FlowStep(Any.self, String.self, identifier: "Ask") { _ in throw TestError() }
    let error = await #expect(throws: FlowError.self) { try await step.run() }
    #expect(error?.step == "Ask")
    #expect(error?.cause as? TestError == TestError())
  }

  @Test("Awaiting a step returns the step's own value, after the chain behind it comes to rest")
  func chain() async throws {
    let step = step()
    var order: [String] = []
    let next = FlowStep(Any.self, String.self, identifier: "next") { @MainActor _ async in
      await Task.yield()
      order.append("next")
      return "not this"
    }
    step.nextStep = next
    let value = Task { try await step.run() }
    try await begun.wait(orSay: "The step did not begin")
    handlers.removeAll()[0].complete("this")
    #expect(try await value.value(orSay: "The task still waits for the step") == "this")
    #expect(order == ["next"])
  }

  @Test("Cancelling the task that awaits a step cancels the step")
  func cancelled() async throws {
    let step = step()
    let value = Task { try await step.run() }
    try await begun.wait(orSay: "The step did not begin")
    let stopped = Trace()
    handlers[0].onCancel { stopped.note("stopped") }
    value.cancel()
    await #expect(throws: CancellationError.self) { try await value.value(orSay: "The task still waits for the step") }
    #expect(stopped.lines == ["stopped"])
  }

  @Test("A task that is already cancelled does not start the step")
  func cancelledBefore() async {
    let step = step()
    let value = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await step.run()
    }
    await #expect(throws: CancellationError.self) { try await value.value(orSay: "The task still waits for the step") }
    #expect(handlers.count == 0)
  }

  @Test("Awaiting a step again supersedes the earlier wait, and the later one receives the value")
  func superseded() async throws {
    let step = step()
    let first = Task { try await step.run() }
    try await begun.wait(orSay: "The step did not begin")
    let second = Task { try await step.run() }
    try await begun.wait(orSay: "The step did not begin")
    let error = await #expect(throws: FlowError.self) {
      try await first.value(orSay: "The superseded task still waits")
    }
    #expect(error?.description.contains("was superseded") == true)
    handlers[1].complete("value")
    #expect(try await second.value(orSay: "The task still waits for the step") == "value")
  }
}
