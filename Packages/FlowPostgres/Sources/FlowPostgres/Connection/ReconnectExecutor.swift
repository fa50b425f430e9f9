import Dispatch

/// The executor of a task that opens a connection for waiting calls.
///
/// Its queue has a thread of its own when there is work, because it has no target: closures that block all threads of Swift's pool, which
/// are those of the global queue of Dispatch, don't delay it. Each task has an executor of its own, because libpq blocks the thread
/// while it looks up the address of the server.
final class ReconnectExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "FlowPostgres.reconnecting")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
