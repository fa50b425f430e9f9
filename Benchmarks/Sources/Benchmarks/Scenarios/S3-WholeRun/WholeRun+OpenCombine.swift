import OpenCombine

extension WholeRun {
  static let openCombine = Contender("OpenCombine") { size, stopwatch in
    stopwatch.start()
    let value = run(size)
    stopwatch.stop()
    return value
  }

  /// As in S1.
  private static func run(_ size: Int) -> Int {
    var value = 0
    let subscription = (0..<size).publisher
      .flatMap(maxPublishers: .max(1)) { index in Just(advance(value, by: index)) }
      .sink { value = $0 }
    return withExtendedLifetime(subscription) { value }
  }
}
