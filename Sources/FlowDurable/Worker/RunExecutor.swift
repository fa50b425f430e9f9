import Dispatch
import FlowState
import Synchronization

/// Executes the task that works for a held run.
///
/// While a step waits for its record, nothing else happens on the queue of its run. A task that is resumed then executes there: a step
/// goes to the store and back without a change of threads but those that the store needs. At all other times, the task is resumed on
/// a thread of the global pool, so that it extends the lease while a closure of a user blocks the queue of the run.
final class RunExecutor: TaskExecutor {
  /// The queue of the run.
  let queue: DispatchFlowQueue
  private let dispatchQueue: DispatchQueue
  /// Whether a step waits for its record.
  private let stepWaits = Atomic(false)

  init() {
    dispatchQueue = DispatchQueue(label: "FlowDurable.run", target: .global())
    queue = DispatchFlowQueue(dispatchQueue)
  }

  /// Tells whether a step waits for its record. Call it with true on the queue of the run, before the task hears of the step.
  func setStepWaits(_ waits: Bool) {
    stepWaits.store(waits, ordering: .releasing)
  }

  /// Calls a closure on the queue of the run, after the task of the run has left it: what it starts may block the queue.
  func execute(_ body: @escaping @Sendable () -> Void) {
    dispatchQueue.async(execute: body)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let place = stepWaits.load(ordering: .acquiring) ? dispatchQueue : .global()
    place.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
