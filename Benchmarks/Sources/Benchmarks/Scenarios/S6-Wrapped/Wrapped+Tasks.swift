import Dispatch

extension Wrapped {
  /// A group of two tasks for each attempt, one of which sleeps: the usual way to limit an async function's time.
  static let tasks = Contender.async("async functions, task group as timeout") { size, stopwatch in
    let executor = QueueExecutor(.serial("work"))
    let observer = Tally()
    let value = try await withTaskExecutorPreference(executor) {
      stopwatch.start()
      var value = 0
      for index in 0..<size {
        let content = value
        observer.add(1)
        value = try await retrying {
          try await limited { await AsynchronousChain.step(content, index: index, completingOn: executor.queue) }
        }
        observer.add(1)
      }
      stopwatch.stop()
      return value
    }
    return observer.sum == 2 * size ? value : -1
  }

  private struct TimedOut: Error {}

  private static func limited(_ body: @escaping @Sendable () async -> Int) async throws -> Int {
    try await withThrowingTaskGroup(of: Int.self) { group in
      group.addTask { await body() }
      group.addTask {
        try await Task.sleep(for: .seconds(seconds))
        throw TimedOut()
      }
      defer { group.cancelAll() }
      guard let value = try await group.next() else { throw TimedOut() }
      return value
    }
  }

  private static func retrying(_ body: () async throws -> Int) async throws -> Int {
    for _ in 1..<attempts {
      if let value = try? await body() { return value }
    }
    return try await body()
  }
}
