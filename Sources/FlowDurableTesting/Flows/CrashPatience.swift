import FlowState
import FlowStateTesting

/// A limit on the wait for a process that is idle because a step never ends.
struct CrashPatience: Sendable {
  /// The maximum time for which a process may be idle, in real time, because a step can work on threads that its queue
  /// doesn't see.
  let limit: Duration

  /// Returns the result of `life`; nil if its queue has been idle for longer than the limit and no timer will end that.
  ///
  /// - Parameters:
  ///   - queue: The queue of the process.
  ///   - clock: The clock of the process's steps, whose timers end an idle period.
  ///   - life: Runs the process. It is abandoned when the limit is reached.
  /// - Returns: The result of `life`.
  func awaitEnd<End: Sendable>(
    on queue: CrashQueue, timed clock: CrashClock, of life: @escaping @Sendable () async -> End
  ) async -> End? {
    let (ends, continuation) = AsyncStream<End?>.makeStream()
    let living = Task(executorPreference: queue) { continuation.yield(await life()) }
    let watching = Task {
      var turns = queue.turns.count
      var rested = Duration.zero
      while rested < limit {
        guard (try? await Task.sleep(for: limit / 10)) != nil else { return }
        let now = queue.turns
        rested = now == (turns, true) && !clock.hasTimers ? rested + limit / 10 : .zero
        turns = now.count
      }
      continuation.yield(nil)
    }
    for await end in ends {
      watching.cancel()
      living.cancel()
      return end
    }
    return nil
  }
}
