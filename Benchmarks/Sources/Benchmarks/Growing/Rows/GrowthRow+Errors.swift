import FlowState
import FlowStateTesting

/// Failures of nested flows and races, of which each contains all that are inside it.
extension GrowthRow {
  static let ofErrors = [
    nestedFailure("recorded", { FlowRecorder() }), nestedFailure("written as lines", { LineObserver { _ in } }),
    nestedRaces,
    heldReports,
  ]

  private struct Offline: Error {}

  /// A flow in a flow, and so on. The innermost one fails.
  private static func nest(_ depth: Int) -> Flow<Any, Void> {
    Flow(Any.self, Void.self, identifier: "F") { _ in
      guard depth == 0 else { return FlowStep(nest(depth - 1)) }
      return FlowStep(Any.self, Void.self, identifier: "Work") { _ in
        let handler = FlowStepHandler(Any.self, Void.self)
        handler.fail(Offline())
        return handler
      }
    }
  }

  private static func nestedFailure(_ what: String, _ observer: @escaping @Sendable () -> any FlowObserver) -> GrowthRow
  {
    GrowthRow("failure through n nested flows, \(what)", from: 200) { size, stopwatch, _ in
      let observer = observer()
      let flow = nest(size).observed(by: observer)
      stopwatch.start()
      var depth = 0
      do { try flow.runAndWait() } catch let error as FlowError {
        depth = error.description.isEmpty ? 0 : size
      }
      if let recorder = observer as? FlowRecorder { depth = recorder.lines.count > size ? size : 0 }
      stopwatch.stop()
      try WrongGrowth.check("A nested failure", expected: size, found: depth)
    }
  }

  private static let nestedRaces = GrowthRow("failure through n nested races, recorded", from: 200) {
    size, stopwatch, _ in
    let recorder = FlowRecorder()
    let flow = Flow(Any.self, Void.self, identifier: "Race") { _ in
      (0..<size).reduce(
        FlowStep(Any.self, Void.self, identifier: "Work") { _ in
          let handler = FlowStepHandler(Any.self, Void.self)
          handler.fail(Offline())
          return handler
        } as any Startable
      ) { step, _ in RaceFlowStep(identifier: "R", steps: [step]) }
    }
    stopwatch.start()
    try? flow.observed(by: recorder).runAndWait()
    let lines = recorder.lines
    stopwatch.stop()
    try WrongGrowth.check("Nested races", expected: 2 * (size + 1) + 2, found: lines.count)
  }

  /// One handler that waiting runs return, each while a report to the one before is under way.
  private static let heldReports = GrowthRow("a handler that n waiting runs return", from: 2_000) {
    size, stopwatch, _ in
    let queue = ManualQueue()
    let handler = FlowStepHandler(Any.self, Int.self)
    let ended = Tally()
    let flow = Flow(Any.self, Int.self, identifier: "Ask") { _ in
      FlowStep(Any.self, Int.self, identifier: "Ask") { _ in handler }
    }.on(queue)
    stopwatch.start()
    for _ in 0..<size { flow.start { _ in ended.add(1) } }
    for number in 0..<size {
      queue.playOne()
      handler.complete(number)
    }
    queue.play()
    stopwatch.stop()
    try WrongGrowth.check("A shared handler", expected: size, found: ended.sum)
  }
}
