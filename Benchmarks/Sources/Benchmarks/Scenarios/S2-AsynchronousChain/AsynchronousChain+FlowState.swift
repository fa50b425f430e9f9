import Dispatch
import FlowState

extension AsynchronousChain {
  /// As the README writes steps; the work ends on the queue of the run.
  static let flowState = Contender("FlowState") { size, stopwatch in
    let queue = DispatchQueue.serial("run")
    return try flow(of: size, on: queue, completingOn: queue, stopwatch).runAndWait(0) ?? -1
  }

  /// The work ends on another queue than that of the run.
  static let flowStateFromSecondQueue = Contender("FlowState") { size, stopwatch in
    let (queue, other) = (DispatchQueue.serial("run"), DispatchQueue.serial("other"))
    return try flow(of: size, on: queue, completingOn: other, stopwatch).runAndWait(0) ?? -1
  }

  private static func flow(
    of size: Int, on queue: DispatchQueue, completingOn other: DispatchQueue, _ stopwatch: Stopwatch
  ) -> Flow<Int, Int> {
    Flow(Int.self, Int.self, identifier: "Chain", on: queue) { scope in
      let steps = (0..<size).map { step(index: $0, completingOn: other) }
      let first = link(steps, in: scope) { stopwatch.stop() }
      stopwatch.start()
      return first
    }
  }

  /// A step whose work ends in a block of a queue.
  static func step(index: Int, completingOn queue: DispatchQueue) -> FlowStep<Int, Int> {
    FlowStep(Int.self, Int.self, identifier: "Step") { step in
      let handler = FlowStepHandler(Int.self, Int.self)
      let value = step.content ?? 0
      queue.async { handler.complete(advance(value, by: index)) }
      return handler
    }
  }
}
