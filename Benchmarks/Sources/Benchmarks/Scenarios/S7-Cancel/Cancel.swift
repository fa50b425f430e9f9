/// S7: many children wait for work that never ends; the whole is cancelled. The stopwatch runs from the call until the end
/// is known, and every child has to have heard of it.
enum Cancel {
  static let scenario = Scenario(
    "S7", "cancelling a run with 1,000 children in flight", size: 1_000, per: "child", expecting: { $0 },
    [bareClosures, flowState, taskGroup, nio, openCombine])

  /// The floor: a list of closures that cancel.
  static let bareClosures = Contender("bare closures") { size, stopwatch in
    let tally = Tally()
    let children = (0..<size).map { _ in { tally.add(1) } }
    stopwatch.start()
    for cancel in children { cancel() }
    stopwatch.stop()
    return tally.sum
  }
}
