extension SynchronousChain {
  /// The floor: what composing nothing but closures costs. They are called from a list, because that is how steps are
  /// reached whose order is not known to the compiler.
  static let bareClosures = Contender("bare closures") { size, stopwatch in
    let steps = BareStep.chain(of: size)
    stopwatch.start()
    var value = 0
    for step in steps { value = step.run(value) }
    stopwatch.stop()
    // Else they would be released before the stopwatch stops.
    return withExtendedLifetime(steps) { value }
  }
}
