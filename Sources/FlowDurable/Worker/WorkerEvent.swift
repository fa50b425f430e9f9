/// An event of a worker, in addition to the events of its runs.
///
/// ```swift
/// let worker = FlowWorker(store, running: [order]) { event in log(event) }
/// ```
public enum WorkerEvent: Sendable, CustomStringConvertible {
  /// The store failed and has changed nothing. The worker tries again.
  case storeFailed(StoreError)
  /// Another worker has taken over the run, so this worker has left it without a record.
  case leaseLost(RunNumber)
  /// The run doesn't fit the definitions of this worker. It was released unchanged, for another worker.
  case released(RunNumber, String)
  /// The run was parked, because it can't continue.
  case parked(RunNumber, String)
  /// The run's snapshot is larger than the store allows, so its records stay.
  case snapshotRefused(RunNumber, StoreError)
  /// The worker has stopped without releasing the run, because the store failed or, if the error is nil, didn't
  /// respond. Another worker claims the run when its lease ends.
  case left(RunNumber, StoreError?)
  /// The worker has stopped while work of the run ignored its cancellation. The process keeps the run until the work
  /// ends, and then releases it.
  case worksOn(RunNumber)

  /// The event as a sentence.
  public var description: String {
    switch self {
    case .storeFailed(let error): "The store failed, and the worker tries again: \(error)"
    case .leaseLost(let run): "Run \(run) was taken over by another worker."
    case .released(let run, let reason): "Run \(run) was released: \(reason)"
    case .parked(let run, let reason): "Run \(run) was parked: \(reason)"
    case .snapshotRefused(let run, let error): "Run \(run) has no snapshot: \(error)"
    case .left(let run, let error):
      "Run \(run) was left until its lease ends: " + (error.map { "\($0)" } ?? "The store doesn't answer.")
    case .worksOn(let run):
      "Run \(run) is still at work, which ignores its cancellation. It is released when the work ends."
    }
  }
}

/// An activity of a worker that works as it should, for measurements.
///
/// ```swift
/// let worker = FlowWorker(store, running: [order], noting: { activity in count(activity) })
/// ```
public enum WorkerActivity: Sendable, Hashable, CustomStringConvertible {
  /// The worker has asked the store for due runs, and got this number of them. It had room for the other number.
  case claimed(Int, room: Int)
  /// The worker begins or continues a run that it has claimed.
  case began(RunNumber)
  /// The run has ended, and the store has the record of its end.
  case ended(RunNumber, RunEnding)

  /// The activity as a sentence.
  public var description: String {
    switch self {
    case .claimed(let count, let room): "The worker has claimed \(count) runs, and had room for \(room)."
    case .began(let run): "Run \(run) has begun or continues."
    case .ended(let run, let ending): "Run \(run) has ended: \(ending.rawValue)."
    }
  }
}
