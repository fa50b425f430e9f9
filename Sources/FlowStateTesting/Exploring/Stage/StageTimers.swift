import FlowState

/// The timers of a stage: the timers of the runs, and those of the program around them. They are called without a lock.
package final class StageTimers: Sendable {
  package struct Timer: Sendable {
    let number: Int
    let due: Duration
    /// A Boolean value that indicates whether a run has scheduled the timer, for a delay or a time limit.
    let isOfRun: Bool
    package let call: @Sendable () -> Void

    package init(number: Int, due: Duration, isOfRun: Bool, call: @escaping @Sendable () -> Void) {
      self.number = number
      self.due = due
      self.isOfRun = isOfRun
      self.call = call
    }
  }

  private struct State {
    var time = Duration.zero
    var made = 0
    /// The waiting timers, the next one first. A stage has only a few.
    var timers: [Timer] = []

    mutating func schedule(after delay: Duration, isOfRun: Bool, _ call: @escaping @Sendable () -> Void) -> Int {
      made += 1
      let due = time + delay
      let place = timers.lastIndex { $0.due <= due }.map { $0 + 1 } ?? 0
      timers.insert(Timer(number: made, due: due, isOfRun: isOfRun, call: call), at: place)
      return made
    }
  }

  private let state = Locked(State())

  var now: Duration { state.withLock { $0.time } }

  var waiting: [Timer] { state.withLock { $0.timers } }

  /// The number of timers scheduled so far.
  var count: Int { state.withLock { $0.made } }

  func schedule(after delay: Duration, isOfRun: Bool, _ call: @escaping @Sendable () -> Void) -> FlowAlarm {
    requireUse(delay > .zero, "A stage cannot schedule a timer after \(delay); a delay must be greater than zero.")
    let number = state.withLock { $0.schedule(after: delay, isOfRun: isOfRun, call) }
    return FlowAlarm { [weak self] in withExtendedLifetime(self?.take(number)) {} }
  }

  /// Advances the time to a waiting timer and calls it. Calls the timers with an earlier time on the way.
  func fire(_ position: Int) {
    let timer = state.withLock { $0.timers.indices.contains(position) ? $0.timers[position] : nil }
    guard let timer else { return }
    pass(until: { $0.due < timer.due })
    state.withLock { $0.time = max($0.time, timer.due) }
    // An earlier timer can have cancelled this one.
    take(timer.number)?.call()
  }

  /// Advances the time and calls the timers that fall due, each at its time.
  func pass(_ duration: Duration) {
    let end = now + duration
    pass(until: { $0.due <= end })
    state.withLock { $0.time = max($0.time, end) }
  }

  private func pass(until isDue: (Timer) -> Bool) {
    while let timer = waiting.first, isDue(timer) {
      state.withLock { $0.time = max($0.time, timer.due) }
      take(timer.number)?.call()
    }
  }

  /// Removes the waiting timers, and returns them so that the caller can release them without holding a lock.
  func removeAll() -> [Timer] {
    state.withLock { state in
      defer { state.timers = [] }
      return state.timers
    }
  }

  private func take(_ number: Int) -> Timer? {
    state.withLock { state in
      state.timers.firstIndex { $0.number == number }.map { state.timers.remove(at: $0) }
    }
  }
}
