import FlowDurable

/// The transactions in which steps have worked, until the records of their visits are appended.
///
/// The outcome of a transaction is remembered until its visit is settled, so that the record of a visit is never kept
/// without its work.
///
/// It has a lock, and isn't an actor, so that a worker waits for no task of Swift's pool, all of whose threads may be blocked.
final class StepTransactions: Sendable {
  /// The state of a visit's work when its record is appended.
  enum Work: Sendable {
    /// No step has worked in a transaction, so the records are appended alone.
    case none
    /// The transaction of the work is open, and must include the records.
    case open(PostgresTransaction)
    /// The transaction of the work has ended. If the append with the token was made, it includes the records; without a
    /// token, it was rolled back.
    case over(token: Int?)
    /// The server has refused to commit the work, which was rolled back. The visit can only be settled with a failure.
    case refused(StoreError)
  }

  /// The latest visit of a run that has worked in a transaction.
  fileprivate struct Visit: Sendable {
    let key: String
    let fence: Int
    var work: Work
    /// Rolls the transaction back if the record of the visit isn't appended in time.
    var limit: Task<Void, Never>?
  }

  /// The place at which a step begins its work.
  struct Beginning: Sendable {
    /// The fence with which the store has claimed the run.
    let fence: Int
    /// The number of the work, in the order in which steps have begun.
    let number: Int
  }

  private struct Claim: Sendable {
    let fence: Int
    /// The number of the work that has begun last.
    var latest = 0
  }

  private struct State: Sendable {
    /// The visits that aren't settled, by the prefixes of their keys.
    var visits: [String: Visit] = [:]
    /// The claims of the runs that the store has claimed and not released, by the prefixes of their visits' keys.
    var held: [String: Claim] = [:]
    /// The fences of the runs whose leases were lost, until the store claims them again. A step may still begin its work.
    var lost: [String: Int] = [:]
    /// The number of works that have begun.
    var begun = 0

    /// Remembers that the work of a visit is rolled back, because its claim is over. The worker may continue under a later
    /// claim, and must not record the visit without its work.
    mutating func lose(_ key: String, fence: Int) {
      visits[StepTransactions.prefix(key)] = Visit(key: key, fence: fence, work: .over(token: nil))
    }
  }

  private let state = Locked(State())

  // MARK: Runs

  func hold(_ runs: [ClaimedRun]) async {
    let former = state.withLock { state in
      var former: [Visit] = []
      for run in runs {
        let name = Self.name(of: run)
        state.held[name] = Claim(fence: run.fence)
        state.lost[name] = nil
        guard let visit = state.visits[name] else { continue }
        former.append(visit)
        state.lose(visit.key, fence: run.fence)
      }
      return former
    }
    for visit in former { await visit.rollBack() }
  }

  /// Forgets a run that its worker has left.
  func release(_ run: ClaimedRun) async {
    let name = Self.name(of: run)
    let visit = state.withLock { state in
      if state.held[name]?.fence == run.fence { state.held[name] = nil }
      return state.visits[name]?.fence == run.fence ? state.visits.removeValue(forKey: name) : nil
    }
    await visit?.rollBack()
  }

  /// Takes back the work of a run whose lease its worker has lost. The store remembers the claim, and the visit if there is one,
  /// until it claims the run again: a small value for each run that continues elsewhere.
  func giveUp(_ run: ClaimedRun) async {
    let name = Self.name(of: run)
    let visit = state.withLock { state -> Visit? in
      if state.held[name]?.fence == run.fence {
        state.held[name] = nil
        state.lost[name] = run.fence
      }
      guard let visit = state.visits[name], visit.fence == run.fence else { return nil }
      state.lose(visit.key, fence: run.fence)
      return visit
    }
    await visit?.rollBack()
  }

  /// Begins the work of a visit, also if the lease of its run was lost. Returns nil if the store hasn't claimed the run, or has released
  /// it.
  func begin(_ visit: DurableVisit) -> Beginning? {
    let name = Self.prefix(visit.key)
    return state.withLock { state in
      guard let fence = state.held[name]?.fence ?? state.lost[name] else { return nil }
      state.begun += 1
      state.held[name]?.latest = state.begun
      return Beginning(fence: fence, number: state.begun)
    }
  }

  /// Returns the prefix of the keys of a run's visits, without the step.
  private static func name(of run: ClaimedRun) -> String { prefix(DurableVisit(of: run, step: "", number: 1).key) }

  private static func prefix(_ key: String) -> String { parts(of: key).prefix(2).joined(separator: "/") }

  /// Returns the parts of a visit's key: the flow, the run, the step, and the steps inside it. Slashes in names are escaped.
  private static func parts(of key: String) -> [Substring] {
    key.split(separator: "/", omittingEmptySubsequences: false)
  }

  /// Returns whether a visit is one of a step inside another step, such as one of a nested flow. Such visits have no records.
  static func isInner(_ visit: DurableVisit) -> Bool { parts(of: visit.key).count > 3 }

  // MARK: Visits

  /// Keeps the transaction of a visit until its record is appended.
  ///
  /// - Parameters:
  ///   - transaction: The transaction.
  ///   - visit: The visit.
  ///   - beginning: The place at which the work has begun. If the claim is over, the work is rolled back. So it is if other work has
  ///     begun since, because the run has left the visit then: its time limit has passed.
  /// - Returns: False if other work has begun since.
  func keep(_ transaction: PostgresTransaction, of visit: DurableVisit, since beginning: Beginning) async -> Bool {
    let fence = beginning.fence
    let name = Self.prefix(visit.key)
    let limit = Task { [key = visit.key] in
      // The record follows at once. If it doesn't, the run was taken over, or the store is slow.
      do { try await Task.sleep(for: .seconds(10)) } catch { return }
      await self.takeBack(key)
    }
    let kept = Visit(key: visit.key, fence: fence, work: .open(transaction), limit: limit)
    let (former, isLatest) = state.withLock { state -> (Visit?, Bool) in
      guard let claim = state.held[name], claim.fence == fence else {
        let latest = state.held[name]?.fence ?? fence
        if state.visits[name].map({ $0.fence < latest }) ?? true { state.lose(visit.key, fence: latest) }
        return (kept, true)
      }
      guard claim.latest == beginning.number else { return (kept, false) }
      return (state.visits.updateValue(kept, forKey: name), true)
    }
    await former?.rollBack()
    return isLatest
  }

  /// Rolls the work of a visit back, unless its record is being appended, and remembers this.
  func takeBack(_ key: String) async {
    let visit = state.withLock { state -> Visit? in
      guard let visit = state.visits[Self.prefix(key)], visit.key == key, case .open = visit.work else { return nil }
      state.lose(key, fence: visit.fence)
      return visit
    }
    await visit?.rollBack()
  }

  /// Takes the work of the visit that one of the records settles. An open transaction is taken only once.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - run: The run.
  ///   - token: The token of the append.
  /// - Returns: The work.
  func take(_ records: [FlowRecord], of run: ClaimedRun, token: Int) async -> Work {
    let (work, former) = state.withLock { state -> (Work, Visit?) in
      guard !state.visits.isEmpty else { return (.none, nil) }
      let name = Self.name(of: run)
      guard let visit = state.visits[name], visit.fence == run.fence, let hasFailed = visit.hasFailed(records, of: run)
      else { return (.none, nil) }
      switch visit.work {
      case .open where hasFailed, .over(token: nil) where hasFailed, .refused where hasFailed:
        // A failure needs no work. The step has failed because its result can't be stored.
        state.visits[name] = nil
        return (.none, visit)
      case .none, .over, .refused: return (hasFailed ? .over(token: nil) : visit.work, nil)
      case .open:
        visit.limit?.cancel()
        state.visits[name] = Visit(key: visit.key, fence: visit.fence, work: .over(token: token))
        return (visit.work, nil)
      }
    }
    await former?.rollBack()
    return work
  }

  /// Remembers that the work of a run's visit was rolled back, because the server has refused it. A worker that tries the append again,
  /// without its snapshot, gets the same error.
  func refuse(_ run: ClaimedRun, because error: StoreError) {
    let name = Self.name(of: run)
    state.withLock { state in
      if state.visits[name]?.fence == run.fence { state.visits[name]?.work = .refused(error) }
    }
  }

  /// Forgets the visit of a run, because the records have been appended.
  func settle(_ run: ClaimedRun) {
    let name = Self.name(of: run)
    state.withLock { state in
      // The store may have claimed the run again since then.
      if state.visits[name]?.fence == run.fence { state.visits[name] = nil }
    }
  }

  func rollBackAll() async {
    for visit in state.withLock({ Array($0.visits.values) }) { await takeBack(visit.key) }
  }
}

extension StepTransactions.Visit {
  /// Returns whether one of the records settles the visit with a failure; nil if no record settles the visit.
  fileprivate func hasFailed(_ records: [FlowRecord], of run: ClaimedRun) -> Bool? {
    for record in records {
      guard case .settled(let settled) = record.body,
        DurableVisit(of: run, step: settled.step, number: settled.visit).key == key
      else { continue }
      return settled.failure != nil
    }
    return nil
  }

  fileprivate func rollBack() async {
    limit?.cancel()
    if case .open(let transaction) = work { await transaction.rollBack() }
  }
}
