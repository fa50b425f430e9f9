import FlowState

extension FlowWorker {
  /// Works until the task is cancelled or ``stop(grace:)`` is called.
  ///
  /// Cancelling the task gives the current steps ten seconds to end. Runs that haven't reached a record by then are
  /// released; their steps start again in another worker. Nothing is recorded about it, because stopping a worker
  /// doesn't cancel its runs.
  ///
  /// - Throws: A ``StoreError`` if the store has failed permanently. The runs that the worker held are left without a
  ///   record.
  public func run() async throws(StoreError) {
    try await withTaskExecutorPreference(settings.executor) { () async throws(StoreError) in try await work() }
  }

  private func work() async throws(StoreError) {
    let hints = await state.hints()
    let forwarding = Task(executorPreference: settings.executor) { [state, store] in
      for await _ in store.dueWakes {
        await state.hint()
        await state.lookSoon()
      }
    }
    let polling = Task(executorPreference: settings.executor) { [state] in
      while !Task.isCancelled {
        // With jitter, so that many workers don't claim runs at the same time.
        await WorkerSettings.pause(.milliseconds(Int.random(in: 1_000...1_200)))
        await state.hint()
        await state.lookForMessages()
      }
    }
    defer {
      forwarding.cancel()
      polling.cancel()
    }
    for await _ in hints {
      if await state.isStopping { break }
      _ = try await claim()
    }
    // The caller of `stop` has set the grace.
    if await state.isStopping { await state.waitForAllToLeave() } else { await stop() }
    if let failure = await state.failure { throw failure }
  }

  /// Works until no run is due and none is held: all runs rest, have ended, or are parked.
  ///
  /// Use it in tests instead of ``run()``: when it returns, nothing more happens until time passes or a message is
  /// sent.
  ///
  /// ```swift
  /// try await worker.runUntilIdle()
  /// clock.advance(by: .seconds(14 * 86_400))
  /// try await worker.runUntilIdle()
  /// ```
  ///
  /// - Throws: A ``StoreError`` if the store has failed permanently, when the worker has left its runs as in ``run()``.
  public func runUntilIdle() async throws(StoreError) {
    try await withTaskExecutorPreference(settings.executor) { () async throws(StoreError) in try await workUntilIdle() }
  }

  private func workUntilIdle() async throws(StoreError) {
    while await !state.isStopping {
      let before = await state.departures
      let claimed = try await claim()
      if claimed == 0, await !state.waitForOneToLeave(since: before) { break }
    }
    guard let failure = await state.failure else { return }
    await state.waitForAllToLeave()
    throw failure
  }

  /// Claims as many runs as the worker can hold, and returns their number.
  ///
  /// A claim that finds fewer runs than there is room for has found all that are due, so another one would find none. The store
  /// gives a hint when more become due.
  private func claim() async throws(StoreError) -> Int {
    var count = 0
    await removal.removeIfDue()
    while await !state.isStopping {
      var isFull = false
      await state.leavesDueRuns(false)
      let first = firstGroup.withLock { $0 }
      for index in groups.indices.map({ (first + $0) % groups.count }) {
        let group = groups[index]
        guard await state.room(of: atOnce, for: group) > 0 else { continue }
        await state.extendOverdueLeases()
        let room = await state.room(of: atOnce, for: group)
        guard room > 0, await !state.isStopping else { continue }
        guard let claimed = try await claim(group.flows, room) else { return count }
        if claimed >= room { isFull = true }
        count += claimed
        // The groups for which this one leaves no room come first the next time.
        if claimed > 0, await state.count >= atOnce { firstGroup.withLock { $0 = (index + 1) % groups.count } }
      }
      if !isFull { break }
    }
    return count
  }

  /// Claims runs of flows, and returns their number; nil if the worker is stopping, or if the store has failed and the worker
  /// will try again.
  private func claim(_ flows: [String], _ limit: Int) async throws(StoreError) -> Int? {
    var request = ClaimRequest(flows, queue: queue, limit: limit, lease: settings.lease, worker: name)
    request.holds = true
    let claimed: [ClaimedRun]
    guard await state.beginClaim() else { return nil }
    let time = settings.now
    do throws(StoreError) {
      claimed = try await store.claim(request)
    } catch {
      await state.endClaim()
      await state.leavesDueRuns(true)
      guard error.isTemporary else {
        await state.fail(error)
        await state.waitForAllToLeave()
        throw error
      }
      settings.report(.storeFailed(error))
      return nil
    }
    if claimed.count >= limit { await state.leavesDueRuns(true) }
    settings.note(.claimed(claimed.count, room: limit))
    for run in claimed {
      if let definition = definitions[run.flow] {
        await state.take(run, definition, since: time)
      } else {
        run.hold?.release()
      }
    }
    await state.endClaim()
    return claimed.count
  }
}
