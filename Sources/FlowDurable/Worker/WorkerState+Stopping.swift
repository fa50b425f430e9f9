import FlowState

/// The end of the worker: its runs have time to leave, then their work is cancelled, and in the end it is left alone.
extension WorkerState {
  /// Stops the worker.
  func stop() {
    stops = true
    for hints in hintStreams { hints.finish() }
    hintStreams = []
    post(.stops)
  }

  /// Stops the worker, because its store has failed for good.
  func fail(_ error: StoreError) {
    if failure == nil { failure = error }
    stop()
    giveUp()
  }

  /// Cancels the work under way. What hasn't ended a moment later isn't waited for, and neither is a store that doesn't answer another
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

  /// Forgets the runs whose store doesn't answer. Their leases end by themselves.
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
