import FlowState
import FlowStateTesting

extension GrowthRow {
  static let ofTestKit = [timers, cancelledTimers, turns, turnsOneByOne]

  private static let timers = GrowthRow("`ManualClock` with n timers in seeded order", from: 125_000) {
    size, stopwatch, scale in
    let clock = ManualClock()
    var generator = SeededGenerator(seed: 16)
    let delays = (0..<size).map { _ in Int.random(in: 1...1_000, using: &generator) }
    let called = Tally()
    scale.begin()
    stopwatch.start()
    for delay in delays { _ = clock.schedule(after: .milliseconds(delay)) { called.add(1) } }
    scale.end()
    clock.advance(by: .milliseconds(1_000))
    stopwatch.stop()
    try WrongGrowth.check("A clock", expected: size, found: called.sum)
  }

  private static let cancelledTimers = GrowthRow("`ManualClock` with n timers, all cancelled", from: 125_000) {
    size, stopwatch, _ in
    let clock = ManualClock()
    var generator = SeededGenerator(seed: 16)
    stopwatch.start()
    let alarms = (0..<size).map { _ in
      clock.schedule(after: .milliseconds(Int.random(in: 1...1_000, using: &generator))) {}
    }
    for alarm in alarms { alarm.cancel() }
    stopwatch.stop()
    try WrongGrowth.check("A clock", expected: 0, found: clock.timerCount)
  }

  /// So many runs that each wait for a turn on the queue, which `play` plays.
  private static func playing(_ name: String, _ play: @escaping @Sendable (_ queue: ManualQueue) -> Void) -> GrowthRow {
    GrowthRow(name, from: 125_000) { size, stopwatch, _ in
      let queue = ManualQueue()
      let ended = Tally()
      let flow = Flow(Any.self, Int.self, identifier: "Turn") { _ in
        FlowStep(Any.self, Int.self, identifier: "Step") { _ in
          let handler = FlowStepHandler(Any.self, Int.self)
          handler.complete(nil)
          return handler
        }
      }.on(queue)
      for _ in 0..<size { flow.start { _ in ended.add(1) } }
      stopwatch.start()
      play(queue)
      stopwatch.stop()
      try WrongGrowth.check(name, expected: size, found: ended.sum)
    }
  }

  private static let turns = playing("`ManualQueue` that plays n turns") { $0.play() }
  private static let turnsOneByOne = playing("`ManualQueue` that plays n turns one by one") { queue in
    while queue.playOne() {}
  }
}
