extension Scenario {
  /// Everything that is measured, in the order of the table. A new scenario is a folder beside this file and a line here;
  /// its first contender is the floor.
  static let all: [Scenario] =
    [
      SynchronousChain.scenario,
      AsynchronousChain.onOneQueue,
      AsynchronousChain.fromSecondQueue,
      WholeRun.scenario,
      Join.scenario,
      Parallel.scenario,
      Wrapped.scenario,
      Cancel.scenario,
    ] + ChainLengths.scenarios + [RepeatedRuns.scenario, WaitingRuns.scenario, FirstStep.scenario] + [Decoding.scenario]
    + HubParsing.scenarios + [Expressions.scenario]
}
