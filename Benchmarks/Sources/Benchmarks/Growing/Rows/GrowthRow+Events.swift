import FlowState
import FlowStateTesting

extension GrowthRow {
  static let ofEvents = [keptEvents, streams]

  private static let keptEvents = GrowthRow("run of n steps that keeps its events, and reading them", from: 10_000) {
    size, stopwatch, scale in
    let flow = SynchronousChain.flow(of: size, built: scale.begin, ended: scale.end)
    let ended = Answer()
    stopwatch.start()
    let run = flow.start(0, keepingEvents: true) { _ in ended.give(0) }
    // Read afterwards, so that the run and the reader don't contend for the stream.
    _ = ended.wait()
    let count = try blocking {
      var count = 0
      for await _ in run.events { count += 1 }
      return count
    }
    stopwatch.stop()
    // The run's beginning, its rest and its end, and three events for each step, because each sets the next one's content.
    try WrongGrowth.check("A run that keeps its events", expected: 3 * size + 3, found: count)
  }

  private static let streams = GrowthRow("n streams of a run's events, each dropped before the next", from: 1_000) {
    size, stopwatch, scale in
    let queue = ManualQueue()
    let turns = Tally()
    let handlers = LatestHandler()
    let flow = Flow(Any.self, Int.self, identifier: "Watched") { _ in
      let step = FlowStep(Any.self, Int.self, identifier: "Step") { _ in
        let handler = FlowStepHandler(Any.self, Int.self)
        turns.add(1)
        handlers.give(handler)
        return handler
      }
      step.setCompletion { step, _ in step.nextStep = step }
      return step
    }

    let run = flow.on(queue).start()
    queue.play()
    scale.begin()
    stopwatch.start()
    for _ in 0..<size {
      do {
        let events = run.events
        queue.play()
        handlers.take()?.complete(0)
        queue.play()
        withExtendedLifetime(events) {}
      }
      queue.play()
    }
    stopwatch.stop()
    scale.end()
    run.cancel()
    queue.play()
    try WrongGrowth.check("A watched run", expected: size + 1, found: turns.sum)
  }
}
