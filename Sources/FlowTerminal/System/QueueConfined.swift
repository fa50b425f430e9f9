import Dispatch

/// State that only a serial queue of its own touches.
///
/// An actor on that queue, so that the compiler accepts the state as confined, entered without `await` because the queue
/// is. It takes the place of a lock: the thread sanitizer follows Dispatch queues, and on Linux not yet a `Mutex`. The
/// bodies are short and never call user code, hence whoever enters waits for next to nothing.
actor QueueConfined<State> {
  private var state: State
  private nonisolated let executor: QueueExecutor

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ state: sending State, label: String) {
    self.state = state
    executor = QueueExecutor(queue: DispatchQueue(label: label, target: .global()))
  }

  /// Runs `body` with the state, after everybody who came earlier. Must not be called from inside another body.
  nonisolated func withState<Value: Sendable>(_ body: @Sendable (inout State) -> Value) -> Value {
    executor.queue.sync {
      assumeIsolated { confined in body(&confined.state) }
    }
  }
}

/// A serial queue as an executor; Linux has no `DispatchSerialQueue` that would be one by itself.
private final class QueueExecutor: SerialExecutor {
  let queue: DispatchQueue

  init(queue: DispatchQueue) {
    self.queue = queue
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}
