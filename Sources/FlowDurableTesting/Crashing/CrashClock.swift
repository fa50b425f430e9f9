import FlowState
import FlowStateTesting

/// The clock of the steps of a process: time passes when the process has nothing else to do.
///
/// Leases aren't extended, because no time passes on the clock of the store meanwhile.
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

  /// Whether time will pass when the process rests.
  var hasTimers: Bool { clock.timerCount > 0 }

  func schedule(after delay: Duration, _ call: @escaping @Sendable () -> Void) -> FlowAlarm {
    guard delay != Self.heartbeat else { return FlowAlarm {} }
    let alarm = clock.schedule(after: delay, call)
    // After it, the queue rests, also if the caller is not one of its turns.
    queue.submit {}
    return alarm
  }

  /// Lets time pass to the next timer.
  ///
  /// A step may work on threads of its own, which the queue doesn't see. It gets a moment to end before the time does.
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
