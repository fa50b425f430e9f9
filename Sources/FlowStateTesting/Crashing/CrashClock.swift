import FlowState
import Synchronization

/// The clock of the steps of a process: time passes when nothing else happens.
///
/// Leases aren't extended, because no time passes on the clock of the store meanwhile.
final class CrashClock: FlowClock {
  static let heartbeat = Duration.seconds(1_000_003)
  static let lease = heartbeat * 3

  private let clock = ManualClock()
  private let hints: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() {
    (hints, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  var now: Duration { clock.now }

  func schedule(after delay: Duration, _ call: @escaping @Sendable () -> Void) -> FlowAlarm {
    guard delay != Self.heartbeat else { return FlowAlarm {} }
    let alarm = clock.schedule(after: delay, call)
    continuation.yield()
    return alarm
  }

  /// Lets time pass until the task is cancelled.
  ///
  /// - Parameters:
  ///   - queue: The queue of the runs.
  ///   - progress: Returns a number that grows while something happens.
  func run(unless queue: CrashQueue, _ progress: @Sendable () -> Int) async {
    for await _ in hints {
      while clock.timerCount > 0, !Task.isCancelled {
        var before = -1
        while before != progress() || !queue.isIdle, !Task.isCancelled {
          before = progress()
          for _ in 0..<500 { await Task.yield() }
        }
        if !Task.isCancelled { clock.advanceToNextTimer() }
      }
    }
  }
}
