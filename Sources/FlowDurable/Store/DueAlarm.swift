import FlowState

/// The alarm of a store for the next time at which a run becomes due. A value that the store protects.
struct DueAlarm: Sendable {
  private var current: (time: StoreTime, alarm: FlowAlarm)?

  /// Cancels the alarm.
  mutating func cancel() {
    current?.alarm.cancel()
    current = nil
  }

  /// Sets the alarm, unless it is already set for the same time.
  ///
  /// - Parameters:
  ///   - clock: Returns the time of the store.
  ///   - next: Returns the first time after `now` at which a run becomes due; nil if no run does.
  ///   - schedule: Schedules the alarm after a delay.
  mutating func set(
    by clock: () -> StoreTime, for next: (_ now: StoreTime) -> StoreTime?, _ schedule: (Duration) -> FlowAlarm
  ) {
    var now = clock()
    for attempt in 1...Self.attempts {
      let time = next(now)
      if current?.time != time {
        cancel()
        current = time.map { ($0, schedule($0.duration(since: now))) }
      }
      let later = clock()
      // If the clock has moved since it was read, the alarm may be late. A manual clock can move by any time. A real clock always
      // moves if many threads schedule alarms. Then the alarm is a moment late.
      guard later > now, attempt < Self.attempts else { return }
      cancel()
      now = later
    }
  }

  /// The number of times that the alarm is set again because the clock has moved meanwhile.
  private static let attempts = 4
}
