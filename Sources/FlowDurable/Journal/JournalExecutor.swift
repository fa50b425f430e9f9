import Dispatch

/// The one thread of a journal: all that blocks happens there, and nothing of it on the threads of Swift's tasks.
///
/// What the queue gets while it waits for the disk comes next, before the next batch is written.
final class JournalExecutor: SerialExecutor {
  // Without a target, the queue has a thread of its own whenever it has work.
  private let queue = DispatchQueue(label: "FlowDurable.journal")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }

  /// Calls a closure after all jobs that wait already.
  func afterWaitingJobs(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }
}
