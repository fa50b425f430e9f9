import FlowState

/// The queue of a held run: one closure at a time, on a thread that the closure may block.
///
/// The threads are those of ``ThreadPool/steps``, so that a closure that blocks delays only its own run. Async steps
/// execute there, too, but not in turns of the queue.
final class RunQueue: AsyncStepQueue {
  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var isBusy = false
  }

  private let state = Locked(State())
  /// Marks the thread that performs the jobs. It never executes anything by itself.
  private let queue = DispatchFlowQueue()

  var asyncStepExecutor: any TaskExecutor { ThreadPool.steps }
  var isCurrent: Bool { queue.isCurrent }
  var identity: ObjectIdentifier { queue.identity }

  func preconditionIsCurrent() {
    queue.preconditionIsCurrent()
  }

  func enqueue(_ turn: FlowTurn) {
    submit { turn.run() }
  }

  /// Adds a closure. The queue calls it after the ones that were added before.
  func submit(_ job: @escaping @Sendable () -> Void) {
    let isFirst = state.withLock { state in
      state.jobs.append(job)
      defer { state.isBusy = true }
      return !state.isBusy
    }
    if isFirst { ThreadPool.steps.submit { [self] in performJobs() } }
  }

  private func performJobs() {
    while let jobs = nextJobs() {
      for job in jobs { queue.perform(job) }
    }
  }

  /// Returns the jobs that have arrived; nil if there are none, so that the queue leaves its thread.
  private func nextJobs() -> [@Sendable () -> Void]? {
    state.withLock { state in
      state.isBusy = !state.jobs.isEmpty
      guard state.isBusy else { return nil }
      defer { state.jobs = [] }
      return state.jobs
    }
  }
}
