package import FlowState
import FlowStateTesting

/// A manual clock that advances once while an alarm is set: after the caller has read the time, and before the alarm
/// counts.
package final class LeapingClock: FlowClock {
  private let clock = ManualClock()
  private let leap = Locked<Duration>(.zero)

  package init() {}

  /// Advances the clock when the next alarm is set.
  package func leapAtNextAlarm(by duration: Duration) { leap.withLock { $0 = duration } }

  package func advance(by duration: Duration) { clock.advance(by: duration) }

  package var now: Duration { clock.now }
  package var nextTimer: Duration? { clock.nextTimer }

  package func schedule(after delay: Duration, _ call: @escaping @Sendable () -> Void) -> FlowAlarm {
    let leap = leap.withLock { leap in
      defer { leap = .zero }
      return leap
    }
    clock.advance(by: leap)
    return clock.schedule(after: delay, call)
  }
}
