import FlowState
import FlowStateTesting
import Synchronization

extension GrowthRow {
  static let ofGoingBack = [keptVisits, waysBack, limitedWaysBack, namedWaysBack, refusedWaysBack]

  private static let keptVisits = GrowthRow("run that keeps n visits", from: 50_000) { size, stopwatch, scale in
    let flow = SynchronousChain.flow(of: size, built: scale.begin, ended: scale.end).reversible()
    stopwatch.start()
    let value = try flow.runAndWait(0)
    stopwatch.stop()
    try WrongGrowth.check("A reversible chain", expected: advanced(through: size), found: value ?? -1)
  }

  /// The number of ways back in each row.
  private static let count = 2_000

  /// A run that has visited n steps and waits. Each step waits the second time.
  private static func visited(
    _ size: Int, asking: @escaping @Sendable (_ scope: FlowScope<Any, Int>) -> Void = { _ in }
  ) -> (run: FlowRun, queue: ManualQueue, handlers: Waiting) {
    let waiting = Waiting()
    let flow = Flow(Any.self, Int.self, identifier: "Back") { scope in
      var steps: [FlowStep<Any, Int>] = []
      for index in 0..<size {
        var isVisited = false
        steps.append(
          FlowStep(Any.self, Int.self, identifier: index % 10 == 0 ? "Tenth" : "Other") { _ in
            let handler = FlowStepHandler(Any.self, Int.self)
            defer { isVisited = true }
            if !isVisited, index < size - 1 { handler.complete(index) } else { waiting.append(handler) }
            if index == size - 1, !isVisited { asking(scope) }
            return handler
          })
      }
      for (step, next) in zip(steps, steps.dropFirst()) { step.nextStep = next }
      return steps[0]
    }
    let queue = ManualQueue()
    let run = flow.reversible().on(queue).start()
    queue.play()
    return (run, queue, waiting)
  }

  /// The handlers of the steps that wait.
  final class Waiting: Sendable {
    private let handlers = Mutex<[FlowStepHandler<Any, Int>]>([])

    func append(_ handler: FlowStepHandler<Any, Int>) { handlers.withLock { $0.append(handler) } }

    var count: Int { handlers.withLock { $0.count } }
  }

  private static let waysBack = GrowthRow("\(count) ways back in a history of n", from: 5_000) { size, stopwatch, _ in
    let (run, queue, handlers) = visited(size)
    stopwatch.start()
    for _ in 0..<count {
      run.goBack()
      queue.play()
    }
    stopwatch.stop()
    run.cancel()
    queue.play()
    try WrongGrowth.check("Going back", expected: min(size, count + 1), found: handlers.count)
  }

  private static let limitedWaysBack = GrowthRow(
    "\(count) ways back and two steps on each time, in a run that keeps n visits", from: 5_000
  ) { size, stopwatch, _ in
    let (turns, ways) = (Tally(), Tally())
    let flow = Flow(Any.self, Int.self, identifier: "Back") { scope in
      // Visits twice as many steps as the run keeps. Then goes back after every second step.
      let step = FlowStep(Any.self, Int.self, identifier: "Loop") { _ in
        let handler = FlowStepHandler(Any.self, Int.self)
        turns.add(1)
        handler.complete(turns.sum)
        return handler
      }
      step.setCompletion { step, turn in
        let turn = turn ?? 0
        if turn == 2 * size { stopwatch.start() }
        if turn < 2 * size || turn % 3 != 0 { return step.nextStep = step }
        if ways.sum == count {
          stopwatch.stop()
          step.nextStep = nil
          scope.result = ways.sum
        } else {
          ways.add(1)
          scope.goBack()
        }
      }
      return step
    }
    let found = try flow.reversible(visits: size).runAndWait()
    try WrongGrowth.check("Going back and on", expected: count, found: found ?? -1)
  }

  private static let namedWaysBack = GrowthRow("\(count / 10) ways back to a name in a history of n", from: 5_000) {
    size, stopwatch, _ in
    let (run, queue, handlers) = visited(size)
    let ways = min(count / 10, size / 10)
    stopwatch.start()
    for _ in 0..<ways {
      Task { try await run.goBack(to: "Tenth") }
      while queue.isEmpty {}
      queue.play()
    }
    stopwatch.stop()
    run.cancel()
    queue.play()
    try WrongGrowth.check("Going back by name", expected: ways + 1, found: handlers.count)
  }

  private static let refusedWaysBack = GrowthRow("\(count) refused ways back in a history of n", from: 5_000) {
    size, stopwatch, _ in
    let refused = Tally()
    let (run, queue, _) = visited(size) { scope in
      stopwatch.start()
      for _ in 0..<count {
        do {
          try scope.goBack(to: "Unknown")
        } catch {
          refused.add(1)
        }
      }
      stopwatch.stop()
    }
    run.cancel()
    queue.play()
    try WrongGrowth.check("A refused way back", expected: count, found: refused.sum)
  }
}
