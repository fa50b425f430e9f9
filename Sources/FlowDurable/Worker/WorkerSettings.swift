import Dispatch
import FlowState

/// The settings that a worker and its held runs share.
struct WorkerSettings: Sendable {
  let store: any FlowStore
  /// The clock of the runs.
  let clock: any FlowClock
  /// The clock of leases and of the worker's own delays. No blocked thread delays its calls, unless the user has
  /// provided the clock.
  let ownClock: any FlowClock
  let lease: Duration
  let misfitGrace: Duration
  /// The time for which ended runs are kept; nil if the worker removes none.
  let retention: Duration?
  /// The executor that a test provides for all tasks; nil outside tests.
  let testExecutor: (any TaskExecutor)?
  let report: @Sendable (WorkerEvent) -> Void
  let note: @Sendable (WorkerActivity) -> Void
  /// The runs that leave the worker. A reader that misses some asks the store.
  let departures = ElementStreams<RunNumber>(keeping: 1_000)

  init(
    store: any FlowStore, clock: any FlowClock, lease: Duration, misfitGrace: Duration, retention: Duration?,
    testExecutor: (any TaskExecutor)?, report: @escaping @Sendable (WorkerEvent) -> Void,
    note: @escaping @Sendable (WorkerActivity) -> Void
  ) {
    self.store = store
    self.clock = clock
    ownClock = clock is MonotonicClock ? Self.systemClock : clock
    self.lease = lease
    self.misfitGrace = misfitGrace
    self.retention = retention
    self.testExecutor = testExecutor
    self.report = report
    self.note = note
  }

  /// The executor of the worker's tasks.
  var executor: any TaskExecutor { testExecutor ?? ThreadPool.workers }
  /// The executor of the functions that undo visits.
  var stepExecutor: any TaskExecutor { testExecutor ?? ThreadPool.steps }

  /// A clock whose calls aren't delayed by blocked threads.
  static let systemClock = MonotonicClock(callingOn: DispatchQueue(label: "FlowDurable.clock"))

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

  /// The time at which a lease begins, if the store is called now.
  var now: WorkerTime { WorkerTime(ownClock, isOnlyClock: testExecutor != nil) }

  /// The age of a lease from which a worker extends it before it claims runs. Leases are extended after each third of
  /// their duration, so a worker with an older one was away for another third.
  var lateAge: Duration { lease * 2 / 3 }

  /// Waits in real time, on a thread that is never blocked. Ends early if the task is cancelled.
  static func pause(_ delay: Duration) async {
    let pause = WorkerPause()
    let alarm = systemClock.schedule(after: delay) { pause.end() }
    await withTaskCancellationHandler {
      await pause.wait()
    } onCancel: {
      pause.end()
    }
    alarm.cancel()
  }

  /// Waits on the worker's clock.
  func wait(_ delay: Duration) async {
    await withCheckedContinuation { continuation in
      _ = ownClock.schedule(after: delay) { continuation.resume() }
    }
  }
}

/// A wait that ends once.
private final class WorkerPause: Sendable {
  private let state = Locked<(isOver: Bool, continuation: CheckedContinuation<Void, Never>?)>((false, nil))

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOver = state.withLock { state in
        if !state.isOver { state.continuation = continuation }
        return state.isOver
      }
      if isOver { continuation.resume() }
    }
  }

  func end() {
    let continuation = state.withLock { state in
      state.isOver = true
      return state.continuation.take()
    }
    continuation?.resume()
  }
}
