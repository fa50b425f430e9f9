import Dispatch

extension Join {
  /// Child tasks that do the work themselves, on the cooperative pool: no block on a queue at all.
  static let taskGroup = Contender.async("task group") { size, stopwatch in
    stopwatch.start()
    let sum = await withTaskGroup(of: Int.self) { group in
      for index in 0..<size { group.addTask { index * index } }
      return await group.reduce(0, +)
    }
    stopwatch.stop()
    return sum
  }

  /// Child tasks around work that calls back on the global queue.
  static let taskGroupOfCallbacks = Contender.async("task group, continuation per child") { size, stopwatch in
    stopwatch.start()
    let sum = await withTaskGroup(of: Int.self) { group in
      for index in 0..<size {
        group.addTask {
          await withUnsafeContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: index * index) }
          }
        }
      }
      return await group.reduce(0, +)
    }
    stopwatch.stop()
    return sum
  }
}
