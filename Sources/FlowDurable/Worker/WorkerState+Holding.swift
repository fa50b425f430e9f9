import FlowState

/// Runs that come to the worker, and leave it.
extension WorkerState {
  /// Begins to work for a run.
  func take(_ claimed: ClaimedRun, _ definition: DurableDefinition) {
    let (events, continuation) = AsyncStream<HeldRunEvent>.makeStream()
    claims += 1
    let abandonment = RunAbandonment()
    held[claims] = Held(run: claimed.run, flow: claimed.flow, events: continuation, abandonment: abandonment)
    if stops { continuation.yield(.stops) }
    if hasGivenUp {
      // The claim was under way.
      continuation.yield(.leaves)
      continuation.yield(.abandons)
      abandonment.come()
    }
    scheduleHeartbeat()
    // A test that brings an executor brings a queue as well.
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
        // Only a worker that stops doesn't try again.
        case _ where error.isTemporary: await self.report(.left(claimed.run, error), of: number)
        default: await self.fail(error)
        }
      }
      await self.leave(number)
    }
  }

  /// Reports what happens to a run. That the run was let go is the last that the worker says about it, whatever comes later.
  private func report(_ event: WorkerEvent, of number: Int) {
    if held[number] != nil { settings.report(event) }
  }

  func leave(_ number: Int) {
    // A run that was let go has left.
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

  /// Waits until a run leaves, unless one has left since `departures` was read: a claim may have had no room before. Returns false at
  /// once if there is none.
  func waitForOneToLeave(since before: Int) async -> Bool {
    if departures != before { return true }
    if held.isEmpty { return false }
    await withCheckedContinuation { waiting.append((false, $0)) }
    return true
  }

  /// Waits until there is no run.
  func waitForAllToLeave() async {
    if !held.isEmpty { await withCheckedContinuation { waiting.append((true, $0)) } }
  }
}
