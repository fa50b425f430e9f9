/// S8: what a step costs in chains of every size. Small chains are run often enough for the clock to see them.
enum ChainLengths {
  static let scenarios = [100, 1_000, 10_000, 100_000, 1_000_000].map { size in
    Scenario(
      "S8-\(size)", "cost per step of S1 in a chain of \(size) steps", size: size,
      repetitions: max(1, 20_000 / size), expecting: { advanced(through: $0) },
      [SynchronousChain.bareClosures, SynchronousChain.flowState, SynchronousChain.nio])
  }
}
