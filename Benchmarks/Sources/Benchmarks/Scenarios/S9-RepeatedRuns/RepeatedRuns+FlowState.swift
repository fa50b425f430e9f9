import Dispatch
import FlowState

extension RepeatedRuns {
  /// A flow, made once and started for each run. Its builder makes and links the steps, as in the README.
  static func flowState(_ steps: Int, _ timer: @escaping @Sendable (Stopwatch) -> RunTimer) -> Contender {
    Contender("FlowState") { size, stopwatch in
      let queue = DispatchQueue.serial("work")
      let (timer, answer) = (timer(stopwatch), Answer())
      let flow = Flow(Int.self, Int.self, identifier: "Request", on: queue) { scope in
        link((0..<steps).map { step($0, on: queue, timer) }, in: scope)
      }
      @Sendable func start(_ run: Int, _ sum: Int) {
        guard run < size else {
          timer.end()
          return answer.give(sum)
        }
        timer.starting()
        flow.start(run) { outcome in
          guard case .completed(let value?) = outcome else { return answer.give(-1) }
          start(run + 1, sum &+ value)
        }
      }
      timer.begin()
      start(0, 0)
      return answer.wait()
    }
  }

  private static func step(_ index: Int, on queue: DispatchQueue, _ timer: RunTimer) -> FlowStep<Int, Int> {
    FlowStep(Int.self, Int.self, identifier: "Step") { step in
      timer.began(step: index)
      let handler = FlowStepHandler(Int.self, Int.self)
      let value = step.content ?? 0
      queue.async { handler.complete(advance(value, by: index)) }
      return handler
    }
  }
}
