import Foundation
public import FlowState
import Synchronization

/// A clock that counts from 1970 and never goes back.
///
/// ```swift
/// let clock = WallClock()
/// let sinceThe70s = clock.now
/// ```
///
/// If the system's clock is set back, this clock continues from its latest time, at the speed of the monotonic clock.
public final class WallClock: FlowClock {
  /// The greatest difference between the system's clock and the monotonic one, in nanoseconds.
  private let lead = Atomic<Int64>(.min)
  private let monotonic = MonotonicClock()
  private let wall: @Sendable () -> Int64

  /// Creates a clock.
  public convenience init() {
    self.init {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
  }

  /// Creates a clock that follows another clock, for tests.
  ///
  /// - Parameter wall: Returns the nanoseconds since 1970.
  init(following wall: @escaping @Sendable () -> Int64) {
    self.wall = wall
  }

  /// Returns a clock that continues from a time if that is later than now, at the speed of the monotonic clock, until the system's clock
  /// has reached it.
  ///
  /// - Parameter time: The time since 1970.
  /// - Returns: The clock.
  func continuing(from time: Duration) -> WallClock {
    let clock = WallClock(following: wall)
    clock.lead.max(time.nanoseconds - clock.passed, ordering: .relaxed)
    return clock
  }

  /// The nanoseconds of the monotonic clock.
  private var passed: Int64 { monotonic.now.nanoseconds }

  /// The time since 1970. You can read it on any thread.
  public var now: Duration {
    let passed = passed
    return .nanoseconds(passed + lead.max(wall() - passed, ordering: .relaxed).newValue)
  }

  /// Schedules a call after a delay, on a global queue.
  ///
  /// - Parameters:
  ///   - delay: The delay.
  ///   - call: The closure to call once.
  /// - Returns: An alarm that cancels the call.
  public func schedule(after delay: Duration, _ call: @escaping @Sendable () -> Void) -> FlowAlarm {
    monotonic.schedule(after: delay, call)
  }
}

extension Duration {
  /// The nanoseconds, at most those of the year 2223: a journal can have a later time, and the time that passes is added to it.
  fileprivate var nanoseconds: Int64 {
    min(components.seconds, 8_000_000_000) * 1_000_000_000 + components.attoseconds / 1_000_000_000
  }
}
