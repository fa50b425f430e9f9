import Dispatch
import FlowState

/// The executor of a journal: a serial queue for all blocking calls, so that none blocks the threads of Swift's tasks.
///
/// Jobs that arrive while the queue waits for the disk execute before the next batch is written.
final class JournalExecutor: SerialExecutor {
  private let queue: any JournalQueue

  /// Creates an executor.
  ///
  /// - Parameter queue: The queue on which it executes; nil for a queue of its own.
  init(on queue: (any JournalQueue)? = nil) {
    self.queue = queue ?? JournalThread()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.submit { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  func checkIsolated() { requireUse(queue.isCurrent, "A FileStore executes on its own queue only.") }

  /// Calls a closure after all waiting jobs.
  func afterWaitingJobs(_ body: @escaping @Sendable () -> Void) { queue.submit(body) }

  /// Calls a closure after a delay.
  func after(_ delay: Duration, _ body: @escaping @Sendable () -> Void) { queue.submit(body, after: delay) }

  /// The time of the queue. Only differences are meaningful.
  var now: Duration { queue.now }
}

/// A serial queue on which a journal executes. Tests provide one that reports when it is idle.
package protocol JournalQueue: Sendable {
  /// Adds a closure. The queue calls it once, after the closures that were added before.
  func submit(_ turn: @escaping @Sendable () -> Void)

  /// Adds a closure after a delay.
  func submit(_ turn: @escaping @Sendable () -> Void, after delay: Duration)

  /// The time, for measuring disk operations. Only differences are meaningful.
  var now: Duration { get }

  /// Whether the caller executes on this queue.
  var isCurrent: Bool { get }
}

/// The queue of a journal outside tests. It has no target queue, so that it gets a thread of its own whenever it has
/// work.
private struct JournalThread: JournalQueue {
  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  private let queue = DispatchQueue(label: "FlowDurable.journal")

  init() {
    queue.setSpecific(key: Self.key, value: ObjectIdentifier(queue))
  }

  func submit(_ turn: @escaping @Sendable () -> Void) { queue.async(execute: turn) }

  func submit(_ turn: @escaping @Sendable () -> Void, after delay: Duration) {
    let nanoseconds = Int(delay / .nanoseconds(1))
    queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds), execute: turn)
  }

  var now: Duration { .nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds)) }

  var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(queue) }
}
