import FlowState

/// Extending the leases of held runs.
extension WorkerState {
  /// Extends the leases after each third of their duration.
  func scheduleHeartbeat() {
    guard alarm == nil, !held.isEmpty else { return }
    alarm = settings.clock.schedule(after: settings.lease / 3) { [weak self] in
      guard let self else { return }
      Task(executorPreference: settings.executor) { await self.sendHeartbeat() }
    }
  }

  private func sendHeartbeat() {
    alarm = nil
    post(.heartbeat)
    scheduleHeartbeat()
  }
}
