import FlowState
import FlowStateTesting

/// The clock of the steps of a process. Its time passes when the process is idle.
///
/// Leases aren't extended, because no time passes on the clock of the store.
final class CrashClock: FlowClock {
  static let heartbeat = Duration.seconds(1_000_003)
  static let lease = heartbeat * 3

  private let clock = ManualClock()
  private let queue: CrashQueue

  /// Creates a clock.
  ///
  /// - Parameter queue: The queue of the process.
  init(on queue: CrashQueue) {
    self.queue = queue
    queue.whenAtRest { [weak self] in self?.processRests() }
  }

  var now: Duration { clock.now }

  /// Whether time will pass when the process is idle.
  var hasTimers: Bool { clock.timerCount > 0 }

  func schedule(after delay: Duration, _ call: @escaping @Sendable () -> Void) -> FlowAlarm {
    guard delay != Self.heartbeat else { return FlowAlarm {} }
    let alarm = clock.schedule(after: delay, call)
    // Add a turn, so that the queue becomes idle after it even if the caller isn't one of its turns.
    queue.submit {}
    return alarm
  }

  /// Advances the time to the next timer.
  ///
  /// A step can work on threads of its own, which the queue doesn't see, so it gets a moment to end before time passes.
  private func processRests() {
    guard clock.timerCount > 0 else { return }
    let turns = queue.turns.count
    Task { [weak self] in
      for _ in 0..<500 { await Task.yield() }
      guard let self, queue.turns == (turns, true) else { return }
      queue.submit { [weak self] in
        guard let self, queue.turns.count == turns + 1 else { return }
        clock.advanceToNextTimer()
      }
    }
  }
}
