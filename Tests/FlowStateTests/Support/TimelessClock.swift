import FlowState

/// A clock that has the time but never makes a scheduled call.
protocol TimelessClock: FlowClock {}

extension TimelessClock {
  func schedule(after delay: Duration, _ call: @escaping @Sendable () -> Void) -> FlowAlarm { FlowAlarm {} }
}
