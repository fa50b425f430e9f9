import FlowState

/// Stopping the worker: its runs get time to leave, then their work is cancelled, and finally abandoned.
extension WorkerState {
  /// Stops the worker.
  func stop() {
    stops = true
    for hints in hintStreams { hints.finish() }
    hintStreams = []
    post(.stops)
  }

  /// Stops the worker because its store has failed permanently.
  func fail(_ error: StoreError) {
    if failure == nil { failure = error }
    stop()
    giveUp()
  }

  /// Cancels the current work. Abandons work that hasn't ended a moment later, and a store that doesn't respond another
  /// moment later.
  func giveUp() {
    hasGivenUp = true
    post(.leaves)
    guard abandoning == nil, !held.isEmpty else { return }
    abandoning = afterMoment { state in await state.abandon() }
  }

  private func abandon() {
    post(.abandons)
    for held in held.values { held.abandonment.come() }
    abandoning = afterMoment { state in await state.letGo() }
  }

  /// Leaves the runs whose store doesn't respond. Their leases end by themselves.
  private func letGo() {
    for (number, left) in held {
      settings.report(.left(left.run, nil))
      leave(number)
    }
  }

  private func afterMoment(_ body: @escaping @Sendable (WorkerState) async -> Void) -> FlowAlarm {
    settings.clock.schedule(after: WorkerSettings.abandoningDelay) { [weak self] in
      guard let self else { return }
      Task(executorPreference: settings.executor) { await body(self) }
    }
  }
}
