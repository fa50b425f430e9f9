extension SynchronousChain {
  /// Async functions that never suspend, awaited one after the other in one task, which stays on its thread.
  static let asyncFunctions = Contender.async("async functions") { size, stopwatch in
    let steps = AsyncStep.chain(of: size)
    stopwatch.start()
    var value = 0
    for step in steps { value = await step.run(value) }
    stopwatch.stop()
    return withExtendedLifetime(steps) { value }
  }
}
