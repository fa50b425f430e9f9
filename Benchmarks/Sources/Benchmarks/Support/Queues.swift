import Dispatch

extension DispatchQueue {
  /// A serial queue as FlowState makes one for each run: on the global pool, because without a target it would land on
  /// Dispatch's overcommitting pool, where hops between queues cost ten times as much. Every contender gets the same kind.
  static func serial(_ label: String) -> DispatchQueue {
    DispatchQueue(label: label, target: .global())
  }
}

/// A serial queue as an executor of tasks, so that a task resumes on the very queue that completes its steps.
final class QueueExecutor: TaskExecutor {
  let queue: DispatchQueue

  init(_ queue: DispatchQueue) {
    self.queue = queue
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// A serial queue as the executor of an actor; Dispatch has none on Linux.
final class SerialQueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  init(_ queue: DispatchQueue) {
    self.queue = queue
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
