import Dispatch

extension AsynchronousChain {
  /// A task on the cooperative pool that suspends for each step, as most programs do; the unsafe continuation, because the
  /// checked one costs more.
  static let continuationPerStep = Contender.async("continuation per step") { size, stopwatch in
    try await chain(of: size, completingOn: .serial("work"), stopwatch)
  }

  /// The same with an executor of the user's own, which spares the hop from the queue to the pool.
  static let continuationOnQueue = Contender.async("continuation per step, own executor") { size, stopwatch in
    let executor = QueueExecutor(.serial("work"))
    return try await withTaskExecutorPreference(executor) {
      try await chain(of: size, completingOn: executor.queue, stopwatch)
    }
  }

  /// The same with a queue of its own for the task.
  static let continuationFromSecondQueue = Contender.async("continuation per step, own executor") { size, stopwatch in
    let executor = QueueExecutor(.serial("home"))
    return try await withTaskExecutorPreference(executor) {
      try await chain(of: size, completingOn: .serial("work"), stopwatch)
    }
  }

  private static func chain(of size: Int, completingOn queue: DispatchQueue, _ stopwatch: Stopwatch) async throws -> Int
  {
    stopwatch.start()
    var value = 0
    for index in 0..<size { value = await step(value, index: index, completingOn: queue) }
    stopwatch.stop()
    return value
  }

  /// An async function around work that calls back on a queue.
  static func step(_ value: Int, index: Int, completingOn queue: DispatchQueue) async -> Int {
    await withUnsafeContinuation { continuation in
      queue.async { continuation.resume(returning: advance(value, by: index)) }
    }
  }
}
