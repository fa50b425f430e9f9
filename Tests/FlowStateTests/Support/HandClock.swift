import FlowState
import Foundation

/// A clock that a test moves.
final class HandClock: FlowClock, @unchecked Sendable {
  // Guard: `lock`.
  private let lock = NSLock()
  private var time = Duration.zero
  private var calls: [(id: Int, due: Duration, call: @Sendable () -> Void)] = []
  private var nextID = 0

  var now: Duration { lock.withLock { time } }
  /// How many calls are asked for.
  var waiting: Int { lock.withLock { calls.count } }

  func schedule(after delay: Duration, _ call: @escaping @Sendable () -> Void) -> FlowAlarm {
    let id = lock.withLock {
      nextID += 1
      calls.append((nextID, time + delay, call))
      return nextID
    }
    return FlowAlarm { [weak self] in
      guard let self else { return }
      self.lock.withLock { self.calls.removeAll { $0.id == id } }
    }
  }

  /// Lets time pass, and makes the calls that fall due, in the order of their times.
  func advance(by duration: Duration) {
    let due = lock.withLock {
      time += duration
      let due = calls.filter { $0.due <= time }.sorted { ($0.due, $0.id) < ($1.due, $1.id) }
      calls.removeAll { $0.due <= time }
      return due
    }
    for entry in due { entry.call() }
  }
}
