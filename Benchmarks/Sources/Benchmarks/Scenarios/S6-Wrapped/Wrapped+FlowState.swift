import Dispatch
import FlowState

extension Wrapped {
  /// The operators, and an observer that takes note of every event: of three steps for each that was written.
  static let flowState = Contender("FlowState") { size, stopwatch in
    let queue = DispatchQueue.serial("run")
    let observer = CountingObserver()
    let flow = Flow(Int.self, Int.self, identifier: "Chain", on: queue) { scope in
      let steps = (0..<size).map { index in
        AsynchronousChain.step(index: index, completingOn: queue)
          .timeout(.seconds(seconds))
          .retry(attempts: attempts)
      }
      let first = link(steps, in: scope) { stopwatch.stop() }
      stopwatch.start()
      return first
    }
    let value = try flow.observed(by: observer).runAndWait(0) ?? -1
    return observer.events.sum >= 6 * size ? value : -1
  }

  private final class CountingObserver: FlowObserver {
    let events = Tally()

    func receive(_ event: FlowEvent) {
      events.add(1)
    }
  }
}
