/// S5: as many chains at once as there is work for all cores, each on a serial queue, loop or task of its own.
///
/// Whoever makes a chain in advance waits at a gate until all are made. The stopwatch runs from its opening until the last
/// chain has come to its end, before anything is released.
enum Parallel {
  static let chains = 8

  static let scenario = Scenario(
    "S5", "eight flows of 2,000 asynchronous steps at once, on all cores", size: chains * 2_000,
    quickSize: chains * 500,
    expecting: { size in (0..<chains).reduce(0) { sum, _ in sum &+ advanced(through: size / chains) } },
    [bareQueues, flowState, continuationPerStep, taskPerStep, asyncChannel, nio, openCombine])
}
