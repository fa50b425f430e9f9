import FlowState

extension ManualClock {
  /// Advances the clock to one timer after the other, until no timer waits.
  ///
  /// ```swift
  /// try clock.run()
  /// #expect(clock.now == .seconds(7))
  /// ```
  ///
  /// - Parameter limit: The number of times to which the clock advances at most, so that a timer that always schedules another one
  ///   doesn't run for ever. Traps if it isn't positive.
  /// - Returns: The time that has passed.
  /// - Throws: A ``ScheduledTimersError`` if timers still wait at the limit.
  @discardableResult
  public func run(limit: Int = 10_000) throws(ScheduledTimersError) -> Duration {
    requireUse(limit > 0, "A ManualClock cannot run to the end with a limit of \(limit); it must be at least 1.")
    let start = now
    var advances = 0
    while advances < limit, advanceToNextTimer() != nil { advances += 1 }
    if let next = nextTimer { throw ScheduledTimersError(count: timerCount, next: next, limit: limit) }
    return now - start
  }

  /// Checks that no timer waits.
  ///
  /// ```swift
  /// run.cancel()
  /// queue.play()
  /// try clock.requireNothingScheduled()
  /// ```
  ///
  /// - Throws: A ``ScheduledTimersError`` that says how many timers wait, and for when.
  public func requireNothingScheduled() throws(ScheduledTimersError) {
    if let next = nextTimer { throw ScheduledTimersError(count: timerCount, next: next) }
  }
}
