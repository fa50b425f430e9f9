import FlowState

extension FlowWorker {
  /// Works until the task is cancelled or ``stop(grace:)`` is called.
  ///
  /// Cancelling the task gives the steps under way ten seconds to end. Runs that haven't come to a record then are given back; their
  /// steps start again elsewhere. Nothing is recorded about it, because shutting down isn't cancelling.
  ///
  /// - Throws: A ``StoreError`` if the store has failed for good. The runs that the worker held are left without a record.
  public func run() async throws(StoreError) {
    let hints = await state.hints()
    let forwarding = Task { [state, store] in
      for await _ in store.wakes {
        await state.hint()
        await state.lookSoon()
      }
    }
    let polling = Task { [state] in
      while !Task.isCancelled {
        // With jitter, so that many workers don't ask at the same time.
        try? await Task.sleep(for: .milliseconds(Int.random(in: 1_000...1_200)))
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
    // The caller of `stop` has set the time that its steps may take.
    if await state.isStopping { await state.waitForAllToLeave() } else { await stop() }
    if let failure = await state.failure { throw failure }
  }

  /// Works until no run is due and none is held: until all runs rest, have ended, or are parked.
  ///
  /// Tests use it instead of ``run()``: it returns when nothing more happens before time passes or a message is sent.
  ///
  /// ```swift
  /// try await worker.runUntilIdle()
  /// clock.advance(by: .seconds(14 * 86_400))
  /// try await worker.runUntilIdle()
  /// ```
  ///
  /// - Throws: A ``StoreError`` if the store has failed for good.
  public func runUntilIdle() async throws(StoreError) {
    while await !state.isStopping {
      let before = await state.departures
      let claimed = try await claim()
      if let failure = await state.failure { throw failure }
      if claimed == 0, await !state.waitForOneToLeave(since: before) { return }
    }
    if let failure = await state.failure { throw failure }
  }

  /// Claims as many runs as the worker can hold. Returns the number of runs.
  private func claim() async throws(StoreError) -> Int {
    var count = 0
    await state.forgetEnded()
    while await !state.isStopping {
      var found = 0
      for group in groups {
        let free = await state.free(of: atOnce, for: group)
        guard free > 0, await !state.isStopping else { continue }
        guard let claimed = try await claim(group.flows, free) else { return count }
        found += claimed
      }
      if found == 0 { break }
      count += found
    }
    return count
  }

  /// Claims runs of flows. Returns their number; nil if the store has failed, and the worker tries again later.
  private func claim(_ flows: [String], _ limit: Int) async throws(StoreError) -> Int? {
    let request = ClaimRequest(flows, queue: queue, limit: limit, lease: settings.lease, worker: name)
    let claimed: [ClaimedRun]
    do throws(StoreError) {
      claimed = try await store.claim(request)
    } catch {
      guard error.isTemporary else {
        await state.fail(error)
        await state.waitForAllToLeave()
        throw error
      }
      settings.report(.storeFailed(error))
      return nil
    }
    for run in claimed {
      if let definition = definitions[run.flow] { await state.take(run, definition) }
    }
    return claimed.count
  }
}
