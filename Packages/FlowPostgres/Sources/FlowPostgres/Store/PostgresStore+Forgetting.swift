public import FlowDurable

extension PostgresStore {
  /// Removes runs that have ended, with everything that belongs to them.
  ///
  /// - Parameters:
  ///   - time: The time before which the runs ended.
  ///   - limit: The maximum number of runs to remove.
  /// - Returns: The number of runs that were removed.
  /// - Throws: A `StoreError`.
  public func forget(endedBefore time: StoreTime, limit: Int) async throws(StoreError) -> Int {
    guard limit > 0 else { return 0 }
    let parameters: [PostgresParameter] = [.integer(Int(time.milliseconds)), .integer(limit)]
    let answer = try await call("forget runs", PostgresStatement(statements.forget, parameters), isRepeatable: false)
    guard let row = answer.rows.first else { return 0 }
    report(skipped: row.integer(1) ?? 0, behind: row.integer(2) ?? 0)
    return row.integer(0) ?? 0
  }

  /// Removes runs that ended some time ago, in batches of 500, so that no transaction is long.
  ///
  /// The store calls it every ten minutes if ``PostgresSettings/keepEnded`` isn't nil.
  ///
  /// - Parameter age: The time since the end of the runs.
  /// - Returns: The number of runs that were removed.
  /// - Throws: A `StoreError`.
  @discardableResult
  public func forgetEnded(olderThan age: Duration) async throws(StoreError) -> Int {
    var count = 0
    while !Task.isCancelled {
      let time = StoreTime(milliseconds: try await now().milliseconds - Int64(age.storeMilliseconds))
      let removed = try await forget(endedBefore: time, limit: 500)
      count += removed
      if removed < 500 { break }
    }
    return count
  }

  /// Reports a jump of the server's clock.
  private func report(skipped: Int, behind: Int) {
    if skipped > 0 { settings.report(.timeSkipped(store: address, .milliseconds(skipped))) }
    if behind > 60_000 { settings.report(.clockBehind(store: address, .milliseconds(behind))) }
  }
}
