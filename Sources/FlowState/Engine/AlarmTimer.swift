import Dispatch

/// The timer of an alarm queue, behind a seam: a test sees what it was set to without waiting for it.
protocol AlarmTimer {
  /// Sets when the timer fires next, in place of what it was set to before.
  func fire(at deadline: DispatchTime, leeway: DispatchTimeInterval)
}

/// A timer of the system, which fires on a global queue.
final class SystemTimer: AlarmTimer {
  private let source: any DispatchSourceTimer

  init(_ fire: @escaping @Sendable () -> Void) {
    source = DispatchSource.makeTimerSource(queue: .global())
    source.setEventHandler { fire() }
    source.activate()
  }

  deinit {
    source.cancel()
  }

  func fire(at deadline: DispatchTime, leeway: DispatchTimeInterval) {
    source.schedule(deadline: deadline, leeway: leeway)
  }
}
