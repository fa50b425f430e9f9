import Foundation

/// The smallest stack that a thread of a program has in practice: that of Apple's secondary threads. The sanitizer's
/// frames are several times as large as those of the code itself.
private let smallStackSize = (isThreadSanitized ? 2048 : 512) * 1024

/// Executes a closure on a thread with a small stack, and blocks this thread until it ends.
package func onSmallStack<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value {
  let done = DispatchSemaphore(value: 0)
  let result = Box<Value?>(nil)
  startSmallThread {
    result.value = body()
    done.signal()
  }
  done.wait()
  guard let value = result.value else { preconditionFailure("The thread ended without a result.") }
  return value
}

/// Executes a closure on a thread with a small stack, and suspends the task until it ends.
package func onSmallStack<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    startSmallThread { continuation.resume(returning: body()) }
  }
}

private func startSmallThread(_ body: @escaping @Sendable () -> Void) {
  let thread = Thread(block: body)
  thread.stackSize = smallStackSize
  thread.start()
}
