import Dispatch

/// The serial queue of a connection, as the executor of an actor.
final class QueueExecutor: SerialExecutor {
  let queue = DispatchQueue(label: "FlowPostgres.connection", target: .global())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(queue)) }
}
