import FlowState

extension ManualClock {
  /// Advances the clock from timer to timer until no timer is waiting.
  ///
  /// ```swift
  /// try clock.run()
  /// #expect(clock.now == .seconds(7))
  /// ```
  ///
  /// - Parameter limit: The maximum number of advances, so that a timer that always schedules another timer doesn't run
  ///   forever. Traps if it isn't positive.
  /// - Returns: The time that has passed.
  /// - Throws: A ``ScheduledTimersError`` if timers are still waiting at the limit.
  @discardableResult
  public func run(limit: Int = 10_000) throws(ScheduledTimersError) -> Duration {
    requireUse(limit > 0, "A ManualClock cannot run to the end with a limit of \(limit); it must be at least 1.")
    let start = now
    var advances = 0
    while advances < limit, advanceToNextTimer() != nil { advances += 1 }
    if let next = nextTimer { throw ScheduledTimersError(count: timerCount, next: next, limit: limit) }
    return now - start
  }

  /// Checks that no timer is waiting.
  ///
  /// ```swift
  /// run.cancel()
  /// queue.play()
  /// try clock.requireNothingScheduled()
  /// ```
  ///
  /// - Throws: A ``ScheduledTimersError`` with the number of waiting timers and the time of the next one.
  public func requireNothingScheduled() throws(ScheduledTimersError) {
    if let next = nextTimer { throw ScheduledTimersError(count: timerCount, next: next) }
  }
}
