import FlowState

/// Removes runs that ended long ago from a store, at intervals.
actor EndedRunRemoval {
  private let settings: WorkerSettings
  /// The time on the worker's clock of the next removal; nil to remove runs before the next claim.
  private var next: Duration?

  init(_ settings: WorkerSettings) {
    self.settings = settings
  }

  /// Removes runs whose retention is over, if it is time.
  func removeIfDue() async {
    let now = settings.ownClock.now
    if let next, now < next { return }
    guard let retention = settings.retention else { return }
    next = now + WorkerSettings.forgettingDelay
    let limit = WorkerSettings.forgottenAtOnce
    do throws(StoreError) {
      let time = try await settings.store.now().advanced(by: .zero - retention)
      let count = try await settings.store.forget(endedBefore: time, limit: limit)
      // The rest follows after the next claim, so that claims don't wait for all removals.
      if count >= limit { next = nil }
    } catch {
      settings.report(.storeFailed(error))
      if error.isTemporary { next = now + WorkerSettings.storeDelay }
    }
  }
}
