import FlowState

/// The settings that a worker and its held runs share.
struct WorkerSettings: Sendable {
  let store: any FlowStore
  let clock: any FlowClock
  let lease: Duration
  let misfitGrace: Duration
  /// The time for which ended runs are kept; nil if the worker removes none.
  let retention: Duration?
  /// The executor of the worker's tasks; nil for Swift's default.
  let executor: (any TaskExecutor)?
  let report: @Sendable (WorkerEvent) -> Void

  /// The delay after which the worker calls a failed store again.
  static let storeDelay = Duration.seconds(1)
  /// The minimum time between two checks for messages to held runs.
  static let lookingDelay = Duration.milliseconds(200)
  /// The delay after which the worker abandons cancelled work. After another such delay, it abandons a store that
  /// doesn't respond.
  static let abandoningDelay = Duration.seconds(1)
  /// The delay after which a run that doesn't fit is due for another worker.
  static let misfitDelay = Duration.seconds(5)
  /// The delay after which the worker removes ended runs again.
  static let forgettingDelay = Duration.seconds(3_600)
  /// The maximum number of runs that one call of the store removes.
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
