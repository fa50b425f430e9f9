import Dispatch

extension AsynchronousChain {
  /// Each step is an async function of an actor whose executor is the serial queue, called from a task on the pool. (An actor
  /// without one would run the step on the task's own thread: that is in S1.)
  static let actor = Contender.async("async functions of an actor") { size, stopwatch in
    let worker = Worker()
    stopwatch.start()
    var value = 0
    for index in 0..<size { value = await worker.step(value, index: index) }
    stopwatch.stop()
    return value
  }

  private actor Worker {
    private let executor = SerialQueueExecutor(.serial("work"))

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// State, as actors have it: the compiler leaves out hops to an actor whose state is not used.
    private var steps = 0

    func step(_ value: Int, index: Int) -> Int {
      steps += 1
      return advance(value, by: index)
    }
  }
}
