import Dispatch
import FlowState

extension GrowthRow {
  static let ofRuns = [chainLength, children, nestedFlows, nestedFlowsInARow]

  private static let chainLength = GrowthRow("chain of n steps, built, run and released", from: 50_000) {
    size, stopwatch, scale in
    let expected = advanced(through: size)
    let flow = SynchronousChain.flow(of: size) { scale.end() }
    scale.begin()
    stopwatch.start()
    let value = try flow.runAndWait(0)
    stopwatch.stop()
    try WrongGrowth.check("A chain", expected: expected, found: value ?? -1)
  }

  private static let children = GrowthRow("join of n children", from: 25_000) { size, stopwatch, scale in
    let queue = DispatchQueue.serial("run")
    let flow = Flow(Any.self, Int.self, identifier: "Join", on: queue) { scope in
      let children = (0..<size).map { index in
        FlowStep(Any.self, Int.self, identifier: "Child") { _ in
          let handler = FlowStepHandler(Any.self, Int.self)
          if index == size - 1 { scale.end() }
          queue.async { handler.complete(index) }
          return handler
        }
      }
      let all = FlowStep(identifier: "All", joining: children)
      all.setCompletion { _, results in scope.result = results?.reduce(0) { $0 + ($1 ?? 0) } }
      return all
    }
    scale.begin()
    stopwatch.start()
    let sum = try flow.runAndWait()
    stopwatch.stop()
    try WrongGrowth.check("A join", expected: size * (size - 1) / 2, found: sum ?? -1)
  }

  /// A flow that nests itself.
  private static func nested(_ rest: Int, _ innermost: @escaping @Sendable () -> Void) -> Flow<Any, Int> {
    Flow(Any.self, Int.self, identifier: "Nested") { scope in
      let step =
        rest == 0
        ? FlowStep(Any.self, Int.self, identifier: "Innermost") { _ in
          let handler = FlowStepHandler(Any.self, Int.self)
          innermost()
          handler.complete(0)
          return handler
        } : FlowStep(nested(rest - 1, innermost))
      step.setCompletion { _, depth in scope.result = (depth ?? 0) + 1 }
      return step
    }
  }

  private static let nestedFlows = GrowthRow("flows nested n deep", from: 5_000) { size, stopwatch, scale in
    let flow = nested(size - 1) { scale.end() }
    scale.begin()
    stopwatch.start()
    let depth = try flow.runAndWait()
    stopwatch.stop()
    try WrongGrowth.check("A nest of flows", expected: size, found: depth ?? -1)
  }

  private static let nestedFlowsInARow = GrowthRow("n nested flows, one after the other", from: 10_000) {
    size, stopwatch, _ in
    let inner = Flow(Int.self, Int.self, identifier: "Inner") { scope in
      let step = FlowStep(Int.self, Int.self, identifier: "Step") { step in
        let handler = FlowStepHandler(Int.self, Int.self)
        handler.complete((step.content ?? 0) + 1)
        return handler
      }
      step.content = scope.content
      step.setCompletion { _, value in scope.result = value }
      return step
    }
    let flow = Flow(Int.self, Int.self, identifier: "Outer") { scope in
      link((0..<size).map { _ in FlowStep(inner) }, in: scope)
    }
    stopwatch.start()
    let count = try flow.runAndWait(0)
    stopwatch.stop()
    try WrongGrowth.check("A row of nested flows", expected: size, found: count ?? -1)
  }
}
