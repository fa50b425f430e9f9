/// S3: the whole life of S1's chain: it is made, run and released.
enum WholeRun {
  static let scenario = Scenario(
    "S3", "build, run and release a chain of 10,000 synchronous steps", size: 10_000,
    expecting: { advanced(through: $0) },
    [bareClosures, flowState, asyncFunctions, nio, openCombine])

  /// Every step is a closure that knows its place.
  static let bareClosures = Contender("bare closures") { size, stopwatch in
    stopwatch.start()
    let value = run(size)
    stopwatch.stop()
    return value
  }

  private static func run(_ size: Int) -> Int {
    let steps = BareStep.chain(of: size)
    var value = 0
    for step in steps { value = step.run(value) }
    return value
  }

  static let asyncFunctions = Contender.async("async functions") { size, stopwatch in
    stopwatch.start()
    let value = await runAsync(size)
    stopwatch.stop()
    return value
  }

  private static func runAsync(_ size: Int) async -> Int {
    let steps = AsyncStep.chain(of: size)
    var value = 0
    for step in steps { value = await step.run(value) }
    return value
  }
}
