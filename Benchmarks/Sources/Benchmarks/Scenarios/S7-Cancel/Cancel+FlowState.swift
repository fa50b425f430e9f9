import FlowState
import Synchronization

extension Cancel {
  /// A concurrent step, whose children say by `onCancel` what stops their work.
  static let flowState = Contender("FlowState") { size, stopwatch in
    let (tally, answer) = (Tally(), Answer())
    let underWay = Gate(for: size)
    let handlers = Mutex<[AnyFlowStepHandler]>([])
    let flow = Flow(Any.self, Void.self, identifier: "Cancelled") { _ in
      let children = (0..<size).map { _ in
        FlowStep(Any.self, Int.self, identifier: "Child") { _ in
          let handler = FlowStepHandler(Any.self, Int.self)
          handler.onCancel { tally.add(1) }
          handlers.withLock { $0.append(handler) }
          underWay.arrive()
          return handler
        }
      }
      return ConcurrentFlowStep(identifier: "All", steps: children)
    }
    let run = flow.start { outcome in
      stopwatch.stop()
      guard case .cancelled = outcome else { return answer.give(-1) }
      answer.give(tally.sum)
    }
    underWay.waitForAll()
    stopwatch.start()
    run.cancel()
    return answer.wait()
  }
}
