import Synchronization

/// The queue of an event loop, and the checks that each delivery makes on it.
struct LoopQueue: ~Copyable {
  let queue: any FlowQueue
  /// The Dispatch queue that executes the turns; nil on a queue of another type. Unmanaged and without a cast, because each delivery asks
  /// it.
  private let dispatchQueue: Unmanaged<DispatchFlowQueue>?
  /// The identity of the queue, to compare it with those of other event loops; 0 if no other event loop has the same queue.
  let identity: UInt
  /// Whether the functions of async steps, and what they await, execute in turns of the queue.
  let runsAsyncSteps: Bool
  /// Whether an async step has ever started here. Looking up the current task costs more than the rest of a delivery's checks.
  private let hasAsyncSteps = Atomic<Bool>(false)

  init(_ queue: any FlowQueue, runsAsyncSteps: Bool) {
    self.queue = queue
    let dispatchQueue = queue as? DispatchFlowQueue ?? (queue as? AttendedQueue)?.dispatchQueue
    self.dispatchQueue = dispatchQueue.map { .passUnretained($0) }
    identity = queue is PoolQueue ? 0 : UInt(bitPattern: queue.identity)
    self.runsAsyncSteps = runsAsyncSteps || queue.runsAsyncSteps
  }

  /// The executor of async steps outside the turns; nil if Swift chooses it.
  var asyncStepExecutor: (any TaskExecutor)? { (queue as? any AsyncStepQueue)?.asyncStepExecutor }

  /// Whether the queue executes the caller.
  var isCurrent: Bool {
    if let dispatchQueue { dispatchQueue._withUnsafeGuaranteedRef { $0.isCurrent } } else { queue.isCurrent }
  }

  /// Traps if the queue is concurrent and may execute other blocks at the same time as the caller.
  func preconditionIsAlone() {
    dispatchQueue?.takeUnretainedValue().preconditionIsAlone()
  }

  /// Records that an async step starts here.
  func beginAsyncStep() {
    hasAsyncSteps.store(true, ordering: .relaxed)
  }

  /// Whether the caller is the code of an async step of an event loop's runs.
  func isInAsyncStep(of eventLoop: EventLoop) -> Bool {
    hasAsyncSteps.load(ordering: .relaxed) && AsyncWork.current?.eventLoop === eventLoop
  }
}
