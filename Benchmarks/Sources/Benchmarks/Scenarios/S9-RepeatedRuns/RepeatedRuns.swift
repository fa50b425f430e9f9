import Dispatch

/// S9: a short flow that is started many times, as a server does for each request.
///
/// Each run starts when the previous one has ended. Each of its steps completes in a block on one serial queue, which is also the
/// run's. Making the steps is part of a run.
enum RepeatedRuns {
  static let scenario = Scenario(
    "S9", "a flow of 20 asynchronous steps, started 10,000 times", size: 10_000, quickSize: 500, per: "run",
    expecting: { sum(of: $0, steps: 20) }, contenders(steps: 20) { RunTimer($0, .wholeRuns) })

  /// The contenders, which S11 has too.
  static func contenders(steps: Int, _ timer: @escaping @Sendable (Stopwatch) -> RunTimer) -> [Contender] {
    [
      bareQueue(steps, timer), flowState(steps, timer), continuations(steps, timer), taskPerRun(steps, timer),
      nio(steps, timer), openCombine(steps, timer),
    ]
  }

  /// The expected sum of the results of all runs. The content of each is its number.
  static func sum(of runs: Int, steps: Int) -> Int {
    (0..<runs).reduce(0) { sum, run in sum &+ (0..<steps).reduce(run) { advance($0, by: $1) } }
  }
}
