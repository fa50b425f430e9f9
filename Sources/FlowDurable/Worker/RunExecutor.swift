import FlowState
import Synchronization

/// The executor of the task that works for a held run.
///
/// While a step waits for its record, the queue of its run is idle, so the task resumes there: recording a step changes
/// threads only where the store requires it. At all other times, the task resumes on a thread of the workers, so that
/// it extends the lease while a closure of a user blocks the queue of the run.
final class RunExecutor: TaskExecutor {
  /// The queue of the run.
  let queue = RunQueue()
  /// Whether a step waits for its record.
  private let stepWaits = Atomic(false)

  /// Sets whether a step waits for its record. Set it to true on the queue of the run, before the task receives the
  /// settlement.
  func setStepWaits(_ waits: Bool) {
    stepWaits.store(waits, ordering: .releasing)
  }

  /// Calls a closure on the queue of the run after the task has left the queue, because the closure may block it.
  func execute(_ body: @escaping @Sendable () -> Void) {
    queue.submit(body)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let body: @Sendable () -> Void = { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    if stepWaits.load(ordering: .acquiring) { queue.submit(body) } else { ThreadPool.workers.submit(body) }
  }
}
