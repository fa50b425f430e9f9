import Dispatch

@testable import FlowState

/// A timer that fires when a test says so.
final class HandTimer: AlarmTimer, Sendable {
  struct Setting: Sendable {
    let deadline: DispatchTime
    let leeway: DispatchTimeInterval
  }

  let settings = Shelf<Setting>()
  /// Fires, whatever the time.
  let fire: @Sendable () -> Void

  init(_ fire: @escaping @Sendable () -> Void) {
    self.fire = fire
  }

  func fire(at deadline: DispatchTime, leeway: DispatchTimeInterval) {
    settings.put(Setting(deadline: deadline, leeway: leeway))
  }
}

extension AlarmQueue {
  /// Makes a queue whose timer the test fires by hand, and whose calls wait for no other test.
  convenience init(makingTimersFor timers: Shelf<HandTimer>) {
    self.init(callers: DispatchQueue(label: "callers", attributes: .concurrent)) { fire in
      let timer = HandTimer(fire)
      timers.put(timer)
      return timer
    }
  }
}
