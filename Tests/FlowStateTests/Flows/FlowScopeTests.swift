import FlowStateTesting
import Testing

@testable import FlowState

/// What a builder works with, after its run has ended.
struct FlowScopeTests {
  private enum Companion: FlowContextKey { typealias Value = Live }

  @Test("a scope that is kept beyond the end keeps neither the run nor what its steps shared")
  func keptBeyondTheEnd() throws {
    let queue = ManualQueue()
    let census = Census()
    let handlers = Shelf<FlowStepHandler<Any, String>>()
    // Confined to this thread, which plays the queue.
    let kept = UnsafeTransfer(Kept<FlowScope<Any, String>>())
    let flow = Flow(Any.self, String.self, identifier: "F") { scope in
      kept.value.all.append(scope)
      scope.context[Companion.self] = census.newborn()
      return FlowStep(Any.self, String.self, identifier: "step") { _ in
        let handler = FlowStepHandler(Any.self, String.self)
        handlers.put(handler)
        return handler
      }
    }
    flow.reversible().on(queue).start()
    queue.play()
    let scope = try #require(kept.value.all.first)
    weak let run = scope.run
    #expect(run != nil && census.living == 1)
    handlers.clear().first?.complete("done")
    queue.play()
    #expect(run == nil)
    #expect(census.living == 0)
    scope.goBack()
    #expect(throws: FlowHistoryError.self) { try scope.goBack(to: "step") }
  }
}
