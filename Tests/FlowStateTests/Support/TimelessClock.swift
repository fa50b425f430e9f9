import FlowState

/// A clock that only tells the time: what it is asked to call later it never calls.
protocol TimelessClock: FlowClock {}

extension TimelessClock {
  func schedule(after delay: Duration, _ call: @escaping @Sendable () -> Void) -> FlowAlarm { FlowAlarm {} }
}
