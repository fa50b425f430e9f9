import FlowDurable

/// The transactions in which steps have worked, until the records of their visits are appended.
actor StepTransactions {
  private var open: [String: PostgresTransaction] = [:]
  /// What takes a transaction back if nobody appends the record of its visit.
  private var limits: [String: Task<Void, Never>] = [:]
  /// The runs that the store has claimed and not given back, by the beginnings of their visits' keys.
  private var held: [String: Int] = [:]

  func hold(_ runs: [ClaimedRun]) {
    for run in runs { held[Self.name(of: run)] = run.fence }
  }

  /// Forgets a run that doesn't belong to this store's worker any more.
  func release(_ run: ClaimedRun) {
    let name = Self.name(of: run)
    if held[name] == run.fence { held[name] = nil }
  }

  /// The beginning of the keys of a run's visits: all but the step.
  private static func name(of run: ClaimedRun) -> String { prefix(DurableVisit(of: run, step: "", number: 1).key) }

  private static func prefix(_ key: String) -> String {
    // In names, a slash is escaped: a key has the flow, the run and the step.
    key.split(separator: "/", omittingEmptySubsequences: false).prefix(2).joined(separator: "/")
  }

  /// Whether the store has claimed the run of a visit.
  func holds(_ visit: DurableVisit) -> Bool { held[Self.prefix(visit.key)] != nil }

  /// Keeps the transaction of a visit until its record is appended.
  func keep(_ transaction: PostgresTransaction, of visit: DurableVisit) async {
    await open.removeValue(forKey: visit.key)?.rollBack()
    open[visit.key] = transaction
    limits[visit.key]?.cancel()
    limits[visit.key] = Task { [key = visit.key] in
      // The record follows at once. If it doesn't, the run was taken away.
      do { try await Task.sleep(for: .seconds(10)) } catch { return }
      await self.takeBack(key)
    }
  }

  private func takeBack(_ key: String) async {
    limits[key] = nil
    await open.removeValue(forKey: key)?.rollBack()
  }

  /// Returns the transaction in which the step of one of the records has worked; nil if there is none.
  func take(_ records: [FlowRecord], of run: ClaimedRun) async -> PostgresTransaction? {
    guard !open.isEmpty else { return nil }
    for record in records {
      guard case .settled(let settled) = record.body else { continue }
      let key = DurableVisit(of: run, step: settled.step, number: settled.visit).key
      guard let transaction = open.removeValue(forKey: key) else { continue }
      limits.removeValue(forKey: key)?.cancel()
      if settled.failure == nil { return transaction }
      // What the step has left can't be stored, so the step has failed.
      await transaction.rollBack()
    }
    return nil
  }

  func rollBackAll() async {
    let all = open.values
    open = [:]
    for limit in limits.values { limit.cancel() }
    for transaction in all { await transaction.rollBack() }
  }
}
