import FlowState

/// Removing runs that ended long ago.
extension WorkerState {
  /// Removes runs from the store whose retention is over, at intervals.
  func forgetEnded() async {
    let now = settings.clock.now
    if let forgetsAt, now < forgetsAt { return }
    guard let retention = settings.retention else { return }
    forgetsAt = now + WorkerSettings.forgettingDelay
    let limit = WorkerSettings.forgottenAtOnce
    do throws(StoreError) {
      let time = try await settings.store.now().advanced(by: .zero - retention)
      let count = try await settings.store.forget(endedBefore: time, limit: limit)
      // The rest follows after the next claim, so that claims don't wait for all removals.
      if count >= limit { forgetsAt = nil }
    } catch {
      settings.report(.storeFailed(error))
      if error.isTemporary { forgetsAt = now + WorkerSettings.storeDelay }
    }
  }
}
