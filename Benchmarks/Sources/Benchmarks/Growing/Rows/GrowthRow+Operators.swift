import FlowState

extension GrowthRow {
  static let ofOperators = [maps, mixedOperators]

  private static func plain() -> FlowStep<Int, Int> {
    FlowStep(Int.self, Int.self, identifier: "A step with a name of its own") { step in
      let handler = FlowStepHandler(Int.self, Int.self)
      handler.complete(step.content)
      return handler
    }
  }

  /// Measures the memory of the wrapped step, and the time until it has run and been released.
  private static func around(
    _ name: String, _ wrap: @escaping @Sendable (_ step: FlowStep<Int, Int>, _ index: Int) -> FlowStep<Int, Int>
  ) -> GrowthRow {
    GrowthRow(name, from: 2_500) { size, stopwatch, scale in
      let flow = Flow(Int.self, Int.self, identifier: "Wrapped") { scope in
        scale.begin()
        var step = plain()
        for index in 0..<size { step = wrap(step, index) }
        scale.end()
        step.content = scope.content
        step.setCompletion { _, value in scope.result = value }
        return step
      }
      stopwatch.start()
      let value = try flow.runAndWait(1)
      stopwatch.stop()
      try WrongGrowth.check(name, expected: 1, found: value ?? -1)
    }
  }

  private static let maps = around("n maps around one step") { step, _ in step.map { $0 } }

  private static let mixedOperators = around("n operators of all kinds around one step") { step, index in
    switch index % 6 {
    case 0: step.map { $0 }
    case 1: step.retry(attempts: 2)
    case 2: step.timeout(.seconds(60))
    case 3: step.recover { _ in nil }
    case 4: step.always { _ in }
    default: step.mapContent { (content: Int) in content }
    }
  }
}
