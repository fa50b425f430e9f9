import Dispatch
import TestSupport

@testable import FlowState

/// A timer that a test fires by hand.
final class HandTimer: AlarmTimer, Sendable {
  struct Setting: Sendable {
    let deadline: DispatchTime
    let leeway: DispatchTimeInterval
  }

  let settings = LockedList<Setting>()
  /// Fires, whatever the time.
  let fire: @Sendable () -> Void

  init(_ fire: @escaping @Sendable () -> Void) {
    self.fire = fire
  }

  func fire(at deadline: DispatchTime, leeway: DispatchTimeInterval) {
    settings.append(Setting(deadline: deadline, leeway: leeway))
  }
}

extension AlarmQueue {
  /// Makes a queue whose timer the test fires by hand, and whose calls wait for no other test.
  convenience init(makingTimersFor timers: LockedList<HandTimer>) {
    self.init(callers: DispatchQueue(label: "callers", attributes: .concurrent)) { fire in
      let timer = HandTimer(fire)
      timers.append(timer)
      return timer
    }
  }
}
