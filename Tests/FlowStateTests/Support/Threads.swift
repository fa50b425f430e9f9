import Foundation

/// Lets a fixed number of threads meet, round after round.
final class Barrier: @unchecked Sendable {
  // Guard: `condition`.
  private let condition = NSCondition()
  private let count: Int
  private var waiting = 0
  private var round = 0

  init(_ count: Int) {
    self.count = count
  }

  func meet() {
    condition.lock()
    defer { condition.unlock() }
    let mine = round
    waiting += 1
    if waiting == count {
      waiting = 0
      round += 1
      condition.broadcast()
    } else {
      while round == mine { condition.wait() }
    }
  }
}

/// Does something on `count` threads at once, and returns when all are done.
func onThreads(_ count: Int, _ body: @escaping @Sendable (_ index: Int) -> Void) {
  let done = DispatchGroup()
  for index in 0..<count {
    done.enter()
    Thread {
      body(index)
      done.leave()
    }.start()
  }
  done.wait()
}

/// Does long work on a thread of its own, so that it does not keep other tests from theirs.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    Thread { continuation.resume(returning: body()) }.start()
  }
}

/// Whether the tests run under the thread sanitizer, which makes each trial many times as expensive.
let isThreadSanitized = dlsym(UnsafeMutableRawPointer(bitPattern: 0), "__tsan_init") != nil

/// How many trials a race gets: fewer under the thread sanitizer, which finds a race in one.
func trials(_ count: Int, sanitized: Int) -> Int {
  isThreadSanitized ? sanitized : count
}
