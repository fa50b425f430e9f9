import FlowStateTesting

/// S10: many runs at once, each of which waits for a callback, as for people, devices or other servers. The callbacks come in
/// a random order, the same each time, from another queue than that of the runs.
///
/// A run has a step that completes immediately, a step that waits for the callback, and a last step. The stopwatch runs from the
/// first start to the last end. The memory is weighed when all runs wait.
enum WaitingRuns {
  static let scenario = Scenario(
    "S10", "10,000 runs at once, each waiting for a callback that comes in random order", size: 10_000, quickSize: 500,
    per: "run", expecting: { (0..<$0).reduce(0) { $0 &+ result(of: $1) } },
    [bareQueue, flowStateOnOneQueue, oneStep, flowState, continuations, taskPerRun, nio, openCombine])

  static func first(_ content: Int) -> Int { advance(content, by: 1) }
  static func last(_ value: Int, called back: Int) -> Int { advance(value, by: back) }

  /// The value that the callback of a run brings.
  static func callback(_ run: Int) -> Int { run &* 7 }

  private static func result(of run: Int) -> Int { last(first(run), called: callback(run)) }

  /// The order of the callbacks.
  static func order(_ size: Int) -> [Int] {
    var generator = SeededGenerator(seed: 10)
    return (0..<size).shuffled(using: &generator)
  }
}
