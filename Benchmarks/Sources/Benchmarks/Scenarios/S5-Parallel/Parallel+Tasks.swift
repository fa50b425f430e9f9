import Dispatch

extension Parallel {
  /// Eight tasks, each of which suspends for each step until a queue of its own calls back.
  static let continuationPerStep = Contender.async("continuation per step, own executor") { size, stopwatch in
    let executors = (0..<chains).map { _ in QueueExecutor(.serial("work")) }
    return await measure(size, stopwatch) { number, length in
      let executor = executors[number]
      return await withTaskExecutorPreference(executor) {
        var value = 0
        for index in 0..<length {
          value = await AsynchronousChain.step(value, index: index, completingOn: executor.queue)
        }
        return value
      }
    }
  }

  /// Eight tasks, each of which makes a task for each step.
  static let taskPerStep = Contender.async("Task per step") { size, stopwatch in
    await measure(size, stopwatch) { _, length in
      var value = 0
      for index in 0..<length {
        let content = value
        value = await Task.detached { advance(content, by: index) }.value
      }
      return value
    }
  }

  static func measure(
    _ size: Int, _ stopwatch: Stopwatch, chain: @escaping @Sendable (_ number: Int, _ length: Int) async -> Int
  ) async -> Int {
    stopwatch.start()
    let sum = await withTaskGroup(of: Int.self) { group in
      for number in 0..<chains { group.addTask { await chain(number, size / chains) } }
      return await group.reduce(0, &+)
    }
    stopwatch.stop()
    return sum
  }
}
