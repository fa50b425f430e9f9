import FlowStateTesting
import TestSupport
import Testing

@testable import FlowState

/// What a builder works with, after its run has ended.
struct FlowScopeTests {
  private enum Companion: FlowContextKey { typealias Value = CountedObject }

  @Test("a scope that is kept beyond the end keeps neither the run nor what its steps shared")
  func keptBeyondTheEnd() throws {
    let queue = ManualQueue()
    let objects = ObjectCounter()
    let handlers = LockedList<FlowStepHandler<Any, String>>()
    // Confined to this thread, which plays the queue.
    let kept = Box<[FlowScope<Any, String>]>([])
    let flow = Flow(Any.self, String.self, identifier: "F") { scope in
      kept.value.append(scope)
      scope.context[Companion.self] = objects.makeObject()
      return FlowStep(Any.self, String.self, identifier: "step") { _ in
        handlers.appendHandler()
      }
    }
    flow.reversible().on(queue).start()
    queue.play()
    let scope = try #require(kept.value.first)
    weak let run = scope.run
    #expect(run != nil && objects.living == 1)
    handlers.removeAll().first?.complete("done")
    queue.play()
    #expect(run == nil)
    #expect(objects.living == 0)
    scope.goBack()
    #expect(throws: FlowHistoryError.self) { try scope.goBack(to: "step") }
  }
}
