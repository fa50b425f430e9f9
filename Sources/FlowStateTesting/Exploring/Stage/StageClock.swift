public import FlowState

/// The clock of a stage, for the program around the runs: fakes, caches, and heartbeats.
///
/// Time stands still until the explorer lets it pass. Each timer is called when the explorer chooses it.
///
/// ```swift
/// stage.clock.schedule(after: .seconds(30)) { server.expireSession() }
/// ```
///
/// When the runs have ended, a schedule still waits for the timers that were scheduled earlier, but not for later ones.
/// Therefore, a heartbeat that schedules its next timer doesn't prevent a schedule from ending.
///
/// You can use the clock from any thread.
public struct StageClock: FlowClock {
  let timers: StageTimers
  /// A Boolean value that indicates whether the clock belongs to the runs.
  let isOfRun: Bool

  /// The time that has passed since the beginning of the schedule.
  public var now: Duration { timers.now }

  /// Schedules a timer.
  ///
  /// - Parameters:
  ///   - delay: The time to wait. Traps if it isn't greater than zero.
  ///   - call: The closure to call once, on the explorer's thread.
  /// - Returns: An alarm that can cancel the timer until it is called.
  @discardableResult
  public func schedule(after delay: Duration, _ call: @escaping @Sendable () -> Void) -> FlowAlarm {
    timers.schedule(after: delay, isOfRun: isOfRun, call)
  }
}
