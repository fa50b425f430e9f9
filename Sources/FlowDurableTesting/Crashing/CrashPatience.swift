import FlowState
import FlowStateTesting

/// Ends the wait for a process that rests and doesn't come to its end, because a step never ends.
struct CrashPatience: Sendable {
  /// How long a process may rest, in real time: a step may work on threads that its queue doesn't see.
  let limit: Duration

  /// Returns what `life` returns; nil if its queue has rested for longer than the limit, and nothing is going to end that.
  ///
  /// - Parameters:
  ///   - queue: The queue of the process.
  ///   - clock: The clock of its steps, whose timers end a rest.
  ///   - life: Lives. It is left behind when the patience is at its end.
  /// - Returns: What `life` has returned.
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
