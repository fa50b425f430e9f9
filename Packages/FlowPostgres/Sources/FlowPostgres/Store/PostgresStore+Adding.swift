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
    try check(run.flow, "The name of flow '\(run.flow.withoutZeros)'")
    try check(run.key, "The key of flow '\(run.flow)'")
    try check(run.queue, "The name of a queue")
    try check(run.tenant, "The name of a tenant")
    var began = FlowRecord(.began(FlowRecord.Began(run)))
    began.others = run.others
    let body = try began.encoded(within: settings.limits)
    return [
      .text(run.flow), .text(run.key), .text(run.queue), .text(run.tenant),
      .integer(Int(Int32(clamping: run.priority))), .integer(run.delay.storeMilliseconds), .utf8(body), .integer(birth),
    ]
  }
}
