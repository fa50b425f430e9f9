import FlowState

extension SynchronousChain {
  /// As the README writes steps: each completion closure hands the value on and names the next step. The stopwatch runs
  /// from the end of the builder to the last completion closure.
  static let flowState = Contender("FlowState") { size, stopwatch in
    let flow = SynchronousChain.flow(of: size) {
      stopwatch.start()
    } ended: {
      stopwatch.stop()
    }
    return try flow.runAndWait(0) ?? -1
  }

  /// A flow of synchronous steps.
  static func flow(
    of size: Int, built: @escaping @Sendable () -> Void = {}, ended: @escaping @Sendable () -> Void = {}
  ) -> Flow<Int, Int> {
    Flow(Int.self, Int.self, identifier: "Chain") { scope in
      let steps = (0..<size).map { index in
        FlowStep(Int.self, Int.self, identifier: "Step") { step in
          let handler = FlowStepHandler(Int.self, Int.self)
          handler.complete(advance(step.content ?? 0, by: index))
          return handler
        }
      }
      let first = link(steps, in: scope, ended: ended)
      built()
      return first
    }
  }
}
