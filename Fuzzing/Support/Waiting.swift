import Dispatch

/// Waits for async work.
func waitFor(_ work: @escaping @Sendable () async -> Void) {
  let done = DispatchSemaphore(value: 0)
  Task {
    await work()
    done.signal()
  }
  done.wait()
}
