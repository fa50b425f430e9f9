public import FlowDurable

extension PostgresStore {
  /// Adds a run, unless the flow has a run with the same key.
  ///
  /// - Parameter run: The run.
  /// - Returns: The number of the new run, or of the run that has the key.
  /// - Throws: A `StoreError`. If the connection is lost, and the run has no key, it isn't known whether the run was
  ///   added.
  public func add(_ run: NewRun) async throws(StoreError) -> (run: RunNumber, isNew: Bool) {
    let birth = Int.random(in: Int.min...Int.max)
    if let number = try await oldRun(like: run) { return (number, false) }
    let statement = PostgresStatement(statements.add, try parameters(of: run, birth: birth))
    let sharing = run.key.map { PostgresPool.Sharing.key(run.flow, $0) } ?? .key(run.flow, "")
    while true {
      let answer = try await call("start flow '\(run.flow)'", statement, sharing: sharing, isRepeatable: run.key != nil)
      // Without a row, another transaction has just added a run with the key.
      guard let row = answer.rows.first, let number = row.integer(0) else { continue }
      let isNew = row.boolean(1)
      if isNew { await wake() }
      return (RunNumber(rawValue: number), isNew)
    }
  }

  /// Returns the parameters of the statement that adds a run.
  func parameters(of run: NewRun, birth: Int) throws(StoreError) -> [PostgresParameter] {
    var began = FlowRecord(.began(FlowRecord.Began(run)))
    began.others = run.others
    let body = try began.encoded(within: settings.limits)
    try run.requireStorableNames()
    return [
      .text(run.flow.composed), .text(run.key?.composed), .text(run.queue.composed), .text(run.tenant?.composed),
      .integer(Int(Int32(clamping: run.priority))), .integer(run.delay.storeMilliseconds), .utf8(body), .integer(birth),
    ]
  }

  /// Returns the run with the key of a new run, if version 0.1 may have added it and the key has a form that this version
  /// changes or refuses.
  private func oldRun(like run: NewRun) async throws(StoreError) -> RunNumber? {
    guard let key = run.key, !(run.flow.utf8.contains(0) || key.utf8.contains(0)) else { return nil }
    let isLong = run.flow.utf8.count > StoreLimits.nameBytes || key.utf8.count > StoreLimits.nameBytes
    guard isLong || !run.flow.isComposed || !key.isComposed else { return nil }
    let statement = PostgresStatement(statements.find, [.text(run.flow), .text(key), .integer(0)])
    return try await call("start flow", statement).rows.first?.integer(0).map { RunNumber(rawValue: $0) }
  }
}
