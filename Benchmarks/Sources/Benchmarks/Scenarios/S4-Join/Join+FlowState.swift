import Dispatch
import FlowState

extension Join {
  /// One step that joins the others, with their results in order.
  static let flowState = Contender("FlowState") { size, stopwatch in
    let flow = Flow(Any.self, Int.self, identifier: "Join") { scope in
      let children = (0..<size).map { index in
        FlowStep(Any.self, Int.self, identifier: "Child") { _ in
          let handler = FlowStepHandler(Any.self, Int.self)
          DispatchQueue.global().async { handler.complete(index * index) }
          return handler
        }
      }
      let all = FlowStep(identifier: "All", joining: children)
      all.setCompletion { _, results in
        stopwatch.stop()
        scope.result = results?.reduce(0) { $0 + ($1 ?? 0) }
      }
      stopwatch.start()
      return all
    }
    return try flow.runAndWait() ?? -1
  }
}
