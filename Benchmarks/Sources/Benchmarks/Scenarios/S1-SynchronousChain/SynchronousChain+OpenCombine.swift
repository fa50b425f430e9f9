import OpenCombine

extension SynchronousChain {
  /// One `flatMap` that works on one step at a time. A `flatMap` for each step would nest 10,000 subscriptions, which end
  /// the stack, and cost more for each.
  static let openCombine = Contender("OpenCombine") { size, stopwatch in
    var value = 0
    let chain = (0..<size).publisher
      .flatMap(maxPublishers: .max(1)) { index in Just(advance(value, by: index)) }
    stopwatch.start()
    let subscription = chain.sink { value = $0 }
    stopwatch.stop()
    return withExtendedLifetime(subscription) { value }
  }
}
