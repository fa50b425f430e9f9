import FlowState

/// Taking and leaving runs.
extension WorkerState {
  /// Starts to work for a run.
  func take(_ claimed: ClaimedRun, _ definition: DurableDefinition) {
    let (events, continuation) = AsyncStream<HeldRunEvent>.makeStream()
    claims += 1
    let abandonment = RunAbandonment()
    held[claims] = Held(run: claimed.run, flow: claimed.flow, events: continuation, abandonment: abandonment)
    if stops { continuation.yield(.stops) }
    if hasGivenUp {
      // The claim was in progress when the worker gave up.
      continuation.yield(.leaves)
      continuation.yield(.abandons)
      abandonment.come()
    }
    scheduleHeartbeat()
    // A test that provides an executor also provides a queue.
    let executor = settings.executor == nil ? RunExecutor() : nil
    Task(executorPreference: executor ?? settings.executor) { [settings, number = claims] in
      let run = HeldRun(
        claimed, definition, settings, on: executor, events: events, abandonment: abandonment,
        report: { await self.report($0, of: number) }
      ) { event in
        if case .settled = event { executor?.setStepWaits(true) }
        continuation.yield(event)
      }
      do throws(StoreError) {
        try await run.work()
      } catch {
        switch error {
        case .leaseLost(let run): await self.report(.leaseLost(run), of: number)
        // Only a worker that is stopping doesn't try again.
        case _ where error.isTemporary: await self.report(.left(claimed.run, error), of: number)
        default: await self.fail(error)
        }
      }
      await self.leave(number)
    }
  }

  /// Reports an event of a run, unless the worker has already left the run.
  private func report(_ event: WorkerEvent, of number: Int) {
    if held[number] != nil { settings.report(event) }
  }

  func leave(_ number: Int) {
    // The worker may already have left the run, because its store didn't respond.
    guard let left = held.removeValue(forKey: number) else { return }
    departures += 1
    left.events.finish()
    let isEmpty = held.isEmpty
    if isEmpty {
      alarm?.cancel()
      alarm = nil
      abandoning?.cancel()
    }
    let ready = waiting.filter { isEmpty || !$0.forAll }
    waiting.removeAll { isEmpty || !$0.forAll }
    for (_, continuation) in ready { continuation.resume() }
    hint()
  }

  /// Waits until a run leaves, and returns true. Returns false at once if no run is held.
  ///
  /// Returns at once if a run has left since `departures` was read, because an earlier claim may have had no room.
  func waitForOneToLeave(since before: Int) async -> Bool {
    if departures != before { return true }
    if held.isEmpty { return false }
    await withCheckedContinuation { waiting.append((false, $0)) }
    return true
  }

  /// Waits until no run is held.
  func waitForAllToLeave() async {
    if !held.isEmpty { await withCheckedContinuation { waiting.append((true, $0)) } }
  }
}
