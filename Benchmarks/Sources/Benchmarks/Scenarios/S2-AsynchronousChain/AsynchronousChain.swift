/// S2: steps whose work ends later, in a block of a serial queue, with the value of the step before.
///
/// The chain is made before the stopwatch starts, for everyone who makes one.
enum AsynchronousChain {
  static let onOneQueue = Scenario(
    "S2", "a chain of 10,000 steps, each completed from one serial queue, the run's own",
    size: 10_000, quickSize: 2_000, expecting: { advanced(through: $0) },
    [
      bareQueue, flowState, continuationPerStep, continuationOnQueue, taskPerStep, actor, asyncChannel, nio,
      openCombine,
    ])

  static let fromSecondQueue = Scenario(
    "S2b", "the same, each step completed from a second serial queue", size: 10_000, quickSize: 2_000,
    expecting: { advanced(through: $0) },
    [
      bareTwoQueues, flowStateFromSecondQueue, continuationPerStep, continuationFromSecondQueue, nioFromDispatch,
      openCombineFromSecondQueue,
    ])
}
