extension SynchronousChain {
  /// Calls of an actor that nobody else uses: the task takes the actor along on its own thread, without a hop.
  static let actor = Contender.async("async functions of an actor") { size, stopwatch in
    let worker = Worker()
    stopwatch.start()
    var value = 0
    for index in 0..<size { value = await worker.step(value, index: index) }
    stopwatch.stop()
    return value
  }

  private actor Worker {
    /// State, as actors have it: the compiler leaves out hops to an actor whose state is not used.
    private var steps = 0

    func step(_ value: Int, index: Int) -> Int {
      steps += 1
      return advance(value, by: index)
    }
  }
}
