extension SynchronousChain {
  /// A continuation that is resumed before it suspends; the unsafe kind, because the checked one costs more.
  static let continuationPerStep = Contender.async("continuation per step") { size, stopwatch in
    let steps = (0..<size).map { index in
      { @Sendable (value: Int, completion: (Int) -> Void) in completion(advance(value, by: index)) }
    }
    stopwatch.start()
    var value = 0
    for step in steps {
      let content = value
      value = await withUnsafeContinuation { continuation in
        step(content) { continuation.resume(returning: $0) }
      }
    }
    stopwatch.stop()
    return withExtendedLifetime(steps) { value }
  }
}
