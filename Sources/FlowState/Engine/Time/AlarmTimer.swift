import Dispatch

/// A timer of an alarm queue. A test can replace it to check its deadline without waiting.
protocol AlarmTimer {
  /// Sets the next time at which the timer fires. Replaces the earlier setting.
  func fire(at deadline: DispatchTime, leeway: DispatchTimeInterval)
}

/// A system timer that fires on a queue.
final class SystemTimer: AlarmTimer {
  private let source: any DispatchSourceTimer

  init(on queue: DispatchQueue = .global(), _ fire: @escaping @Sendable () -> Void) {
    source = DispatchSource.makeTimerSource(queue: queue)
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
