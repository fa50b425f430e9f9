import FlowState
import FlowStateTesting

extension GrowthRow {
  static let ofContext = [appends(isObserved: false), appends(isObserved: true), reads]

  private enum List: FlowContextKey { typealias Value = [Int] }
  private enum Number: FlowContextKey { typealias Value = Int }

  private struct Silent: FlowObserver {
    func receive(_ event: FlowEvent) {}
  }

  private static func appends(isObserved: Bool) -> GrowthRow {
    GrowthRow("n appends to an array in a context\(isObserved ? ", with an observer" : "")", from: 2_000) {
      size, stopwatch, scale in
      let plain = Flow(Any.self, Int.self, identifier: "Appending") { scope in
        let step = FlowStep(Any.self, Int.self, identifier: "Append") { _ in
          let handler = FlowStepHandler(Any.self, Int.self)
          handler.complete(nil)
          return handler
        }
        step.setCompletion { step, _ in
          let count = step.context[List.self]?.count ?? 0
          step.context[List.self, default: []].append(count)
          if count + 1 < size { step.nextStep = step } else { step.nextStep = nil }
          if count + 1 == size { scope.result = step.context[List.self]?.reduce(0, +) }
        }
        return step
      }
      let flow = isObserved ? plain.observed(by: Silent()) : plain
      stopwatch.start()
      let sum = try flow.runAndWait()
      stopwatch.stop()
      try WrongGrowth.check("A context", expected: size * (size - 1) / 2, found: sum ?? -1)
    }
  }

  private static let reads = GrowthRow("reading a context value in flows nested n deep", from: 2_500) {
    size, stopwatch, _ in
    let found = Tally()
    stopwatch.start()
    _ = try nested(size - 1, found).runAndWait()
    stopwatch.stop()
    try WrongGrowth.check("A nested context", expected: size - 1, found: found.sum)
  }

  private static func nested(_ rest: Int, _ found: Tally, isOutermost: Bool = true) -> Flow<Any, Int> {
    Flow(Any.self, Int.self, identifier: "Nested") { scope in
      if isOutermost { scope.context[Number.self] = 1 } else { found.add(scope.context[Number.self] ?? 0) }
      if rest > 0 { return FlowStep(nested(rest - 1, found, isOutermost: false)) }
      return FlowStep(Any.self, Int.self, identifier: "Innermost") { _ in
        let handler = FlowStepHandler(Any.self, Int.self)
        handler.complete(nil)
        return handler
      }
    }
  }
}
