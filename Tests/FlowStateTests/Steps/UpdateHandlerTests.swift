import Dispatch
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// The update handler that a screen sets on a handler. It belongs to the main actor.
@MainActor
struct UpdateHandlerTests {
  /// Notes its release, which must be on the main queue.
  final class Screen: Sendable {
    let trace: Trace

    init(_ trace: Trace) {
      self.trace = trace
    }

    deinit {
      dispatchPrecondition(condition: .onQueue(.main))
      trace.note("gone")
    }
  }

  let trace = Trace()

  /// A handler whose closure alone holds a screen.
  func handler() -> FlowStepHandler<Int, Int> {
    let handler = FlowStepHandler(Int.self, Int.self)
    let screen = Screen(trace)
    handler.contentUpdateHandler = { content in screen.trace.note("shows \(content ?? -1)") }
    return handler
  }

  @Test(
    "An update handler is released on the main queue, even if its handler is released on another thread",
    arguments: [true, false])
  func released(hasServed: Bool) async throws {
    let kept = LockedList<FlowStepHandler<Int, Int>>()
    kept.append(handler())
    if hasServed {
      let step = FlowStep(Int.self, Int.self, identifier: "show") { _ in kept[0] }
      step.content = 3
      step.start()
      kept[0].complete(1)
    }
    await onThreads(1) { _ in kept.removeAll() }
    try await mainQueueTurn()
    try await mainQueueTurn()
    #expect(trace.lines == (hasServed ? ["shows 3", "gone"] : ["gone"]))
  }

  /// A step whose work is done inside its intent.
  func early() -> FlowStep<Int, Int> {
    let step = FlowStep(Int.self, Int.self, identifier: "show") { _ in
      let handler = handler()
      handler.complete(1)
      return handler
    }
    step.content = 4
    return step
  }

  @Test("An update handler receives content even if the work is done inside the intent")
  func insideIntent() async throws {
    early().start()
    #expect(trace.take() == ["shows 4", "gone"])
    _ = try await Flow(Any.self, Int.self, identifier: "F", onMainActor: { _ in early() }).run()
    #expect(trace.lines == ["shows 4", "gone"])
  }

  @Test("A handler without an update handler may serve any run, and the update handler may be removed meanwhile")
  func takenAway() async throws {
    let handler = handler()
    handler.contentUpdateHandler = nil
    let reached = DispatchSemaphore(value: 0)
    let flow = Flow(Any.self, Int.self, identifier: "F") { scope in
      let step = FlowStep(Int.self, Int.self, identifier: "s") { _ in
        reached.signal()
        return handler
      }
      step.setCompletion { _, number in scope.result = number }
      return step
    }
    let result = Task { try await flow.run() }
    try #require(await onThread { reached.wait(orSay: "The step did not begin") })
    handler.contentUpdateHandler = nil
    handler.complete(2)
    #expect(try await result.value(orSay: "The run did not end") == 2)
  }
}
