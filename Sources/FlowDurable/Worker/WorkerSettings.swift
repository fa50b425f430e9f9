import FlowState

/// What a worker and the runs that it holds have in common.
struct WorkerSettings: Sendable {
  let store: any FlowStore
  let clock: any FlowClock
  let lease: Duration
  let misfitGrace: Duration
  /// The time for which ended runs are kept; nil if the worker removes none.
  let retention: Duration?
  /// The executor of the worker's tasks; nil for that which Swift chooses.
  let executor: (any TaskExecutor)?
  let report: @Sendable (WorkerEvent) -> Void

  /// The delay after which the worker asks a store again that has failed.
  static let storeDelay = Duration.seconds(1)
  /// The least time between two looks for messages to held runs.
  static let lookingDelay = Duration.milliseconds(200)
  /// The time that cancelled work has to end before the worker leaves it, and that the store has then before the worker leaves it, too.
  static let abandoningDelay = Duration.seconds(1)
  /// The delay after which another worker may look at a run that doesn't fit.
  static let misfitDelay = Duration.seconds(5)
  /// The delay after which the worker looks again for runs that have ended long ago.
  static let forgettingDelay = Duration.seconds(3_600)
  /// The number of runs that are removed with one call of the store.
  static let forgottenAtOnce = 1_000
  /// The number of records after which a snapshot is written.
  static let recordsPerSnapshot = 100
  /// The number of records after which a snapshot is written before a wait.
  static let recordsBeforeWait = 25

  /// Waits on the worker's clock.
  func wait(_ delay: Duration) async {
    await withCheckedContinuation { continuation in
      _ = clock.schedule(after: delay) { continuation.resume() }
    }
  }
}
