import Foundation
package import Testing

/// Lets a fixed number of threads meet, round after round. Fails the test if one doesn't come.
package final class Barrier: @unchecked Sendable {
  // Guard: `condition`.
  private let condition = NSCondition()
  private let count: Int
  private var waiting = 0
  private var round = 0
  /// Whether a thread has waited in vain. From then on, none waits.
  private var isBroken = false

  package init(_ count: Int) {
    self.count = count
  }

  package func meet(at location: SourceLocation = #_sourceLocation) {
    condition.lock()
    defer { condition.unlock() }
    guard !isBroken else { return }
    let mine = round
    waiting += 1
    if waiting == count {
      waiting = 0
      round += 1
      return condition.broadcast()
    }
    let deadline = PatienceClock.shared.deadline
    while round == mine, !isBroken {
      if PatienceClock.shared.seconds >= deadline {
        Issue.record(Impatience("Not all threads came to meet", at: location), sourceLocation: location)
        isBroken = true
        condition.broadcast()
      } else {
        _ = condition.wait(until: Date(timeIntervalSinceNow: 1))
      }
    }
  }
}

/// Executes a closure on `count` threads at once, and returns when all have ended.
///
/// This wait has no limit. A wait inside the body needs a limit of its own.
package func onThreads(_ count: Int, _ body: @escaping @Sendable (_ index: Int) -> Void) {
  startThreads(count, body).wait()
}

/// Executes a closure on `count` threads at once, and suspends the task until all have ended.
package func onThreads(_ count: Int, _ body: @escaping @Sendable (_ index: Int) -> Void) async {
  await withCheckedContinuation { continuation in
    let done = startThreads(count, body)
    done.notify(queue: .global()) { continuation.resume() }
  }
}

/// Executes long work on a thread of its own, so that it does not delay other tests.
package func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    Thread { continuation.resume(returning: body()) }.start()
  }
}

private func startThreads(_ count: Int, _ body: @escaping @Sendable (_ index: Int) -> Void) -> DispatchGroup {
  let done = DispatchGroup()
  for index in 0..<count {
    done.enter()
    Thread {
      body(index)
      done.leave()
    }.start()
  }
  return done
}
