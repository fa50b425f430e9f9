import Dispatch

/// State that is confined to a serial queue of its own.
///
/// This is an actor on the queue, so that the compiler checks the confinement. Callers enter the queue synchronously,
/// without `await`. It replaces a lock, because on Linux, the thread sanitizer supports Dispatch queues but not
/// `Mutex`. The bodies are short and never call user code, so callers hardly wait.
actor QueueConfined<State> {
  private var state: State
  private nonisolated let executor: QueueExecutor

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ state: sending State, label: String) {
    self.state = state
    executor = QueueExecutor(queue: DispatchQueue(label: label, target: .global()))
  }

  /// Calls `body` with the state, after all earlier calls. Don't call it from inside another body.
  nonisolated func withState<Value: Sendable>(_ body: @Sendable (inout State) -> Value) -> Value {
    executor.queue.sync {
      assumeIsolated { confined in body(&confined.state) }
    }
  }
}

/// A serial queue as an executor. Linux has no `DispatchSerialQueue`.
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
