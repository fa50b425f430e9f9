import Dispatch
import FlowState

extension Parallel {
  /// Eight flows, each on a queue of its own, on which its steps are completed. The first and the last step of each wait at
  /// a gate, so that neither making nor releasing a chain is measured.
  static let flowState = Contender("FlowState") { size, stopwatch in
    let (begin, end) = (Gate(for: chains), Gate(for: chains))
    let runs = DispatchGroup()
    let tally = Tally()
    for _ in 0..<chains {
      runs.enter()
      flow(of: size / chains, on: .serial("run"), begin, end).start(0) { outcome in
        if case .completed(let value?) = outcome { tally.add(value) }
        runs.leave()
      }
    }
    begin.waitForAll()
    stopwatch.start()
    begin.open()
    end.waitForAll()
    stopwatch.stop()
    end.open()
    runs.wait()
    return tally.sum
  }

  private static func flow(of size: Int, on queue: DispatchQueue, _ begin: Gate, _ end: Gate) -> Flow<Int, Int> {
    Flow(Int.self, Int.self, identifier: "Chain", on: queue) { scope in
      let steps = (0..<size).map { AsynchronousChain.step(index: $0, completingOn: queue) }
      return link([wait(at: begin)] + steps + [wait(at: end)], in: scope)
    }
  }

  private static func wait(at gate: Gate) -> FlowStep<Int, Int> {
    FlowStep(Int.self, Int.self, identifier: "Gate") { step in
      let handler = FlowStepHandler(Int.self, Int.self)
      let value = step.content
      gate.arrive { handler.complete(value) }
      return handler
    }
  }
}
