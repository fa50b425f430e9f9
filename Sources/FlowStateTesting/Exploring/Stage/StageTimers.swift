import FlowState
import Foundation

/// The timers of a stage: the timers of the runs, and those of the program around them.
///
/// `@unchecked Sendable` because `lock` guards the state. Timers are called without holding it.
package final class StageTimers: @unchecked Sendable {
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

  private let lock = NSLock()
  private var time = Duration.zero
  private var made = 0
  /// The waiting timers, the next one first. A stage has only a few.
  private var timers: [Timer] = []

  var now: Duration { lock.withLock { time } }

  var waiting: [Timer] { lock.withLock { timers } }

  /// The number of timers scheduled so far.
  var count: Int { lock.withLock { made } }

  func schedule(after delay: Duration, isOfRun: Bool, _ call: @escaping @Sendable () -> Void) -> FlowAlarm {
    requireUse(delay > .zero, "A stage cannot schedule a timer after \(delay); a delay must be greater than zero.")
    let number = lock.withLock {
      made += 1
      let due = time + delay
      let place = timers.lastIndex { $0.due <= due }.map { $0 + 1 } ?? 0
      timers.insert(Timer(number: made, due: due, isOfRun: isOfRun, call: call), at: place)
      return made
    }
    return FlowAlarm { [weak self] in withExtendedLifetime(self?.take(number)) {} }
  }

  /// Advances the time to a waiting timer and calls it. Calls the timers with an earlier time on the way.
  func fire(_ position: Int) {
    guard let timer = lock.withLock({ timers.indices.contains(position) ? timers[position] : nil }) else { return }
    pass(until: { $0.due < timer.due })
    lock.withLock { time = max(time, timer.due) }
    // An earlier timer can have cancelled this one.
    take(timer.number)?.call()
  }

  /// Advances the time and calls the timers that fall due, each at its time.
  func pass(_ duration: Duration) {
    let end = now + duration
    pass(until: { $0.due <= end })
    lock.withLock { time = max(time, end) }
  }

  private func pass(until isDue: (Timer) -> Bool) {
    while let timer = lock.withLock({ timers.first.flatMap { isDue($0) ? $0 : nil } }) {
      lock.withLock { time = max(time, timer.due) }
      take(timer.number)?.call()
    }
  }

  private func take(_ number: Int) -> Timer? {
    lock.withLock { timers.firstIndex { $0.number == number }.map { timers.remove(at: $0) } }
  }
}
