import Dispatch
import TestSupport
import Testing

@testable import FlowState

/// Runs of flows without a queue, whose turns execute on the global pool.
struct PoolQueueTests {
  @Test("No two runs without a queue are on one queue")
  func identity() {
    let eventLoop = EventLoop(queue: PoolQueue.shared)
    #expect(eventLoop.home.identity == 0)
    #expect(!PoolQueue.shared.isCurrent)
  }

  @Test("The closures of a run without a queue exclude each other when many threads complete its steps")
  func exclusion() async throws {
    let count = trials(2_000, few: 200)
    let flow = Flow(Any.self, Int.self, identifier: "F") { scope in
      var isInside = false
      var completions = 0
      let all = (0..<count).map { index in
        let step = FlowStep(Any.self, Int.self, identifier: "s\(index)") { _ in
          let handler = FlowStepHandler(Any.self, Int.self)
          DispatchQueue.global().async { handler.complete(index) }
          return handler
        }
        step.setCompletion { _, _ in
          #expect(!isInside)
          isInside = true
          completions += 1
          isInside = false
        }
        return step
      }
      let join = FlowStep(identifier: "join", joining: all)
      join.setCompletion { _, _ in scope.result = completions }
      return join
    }
    #expect(try await flow.run() == count)
  }
}
