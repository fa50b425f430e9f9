import Dispatch

/// The executor of tasks that open connections for waiting calls.
///
/// Its queue has a thread of its own when there is work, because it has no target: closures that block all threads of Swift's pool, which
/// are those of the global queue of Dispatch, don't delay it.
final class ReconnectExecutor: TaskExecutor {
  static let shared = ReconnectExecutor()

  private let queue = DispatchQueue(label: "FlowPostgres.reconnecting")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
