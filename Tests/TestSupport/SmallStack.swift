import Foundation

/// The smallest stack that a thread of a program has in practice: that of Apple's secondary threads. The sanitizer's
/// frames are several times as large as those of the code itself.
private let smallStackSize = (isThreadSanitized ? 2048 : 512) * 1024

/// Does something on a thread with a small stack, and waits for it on this one.
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

/// Does something on a thread with a small stack, and leaves this one to others meanwhile.
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
