/// S1: steps that complete on the spot, each with the value of the one before.
///
/// The chain is made before the stopwatch starts, for everyone who makes one; S3 measures that too.
enum SynchronousChain {
  static let scenario = Scenario(
    "S1", "a chain of 10,000 synchronous steps, value passed along", size: 10_000, expecting: { advanced(through: $0) },
    [
      bareClosures, flowState, bareQueue, asyncFunctions, actor, continuationPerStep, taskPerStep, nio, openCombine,
    ])
}
