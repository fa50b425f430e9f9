/// Makes the indexes that an existing schema doesn't have yet, while its workers work.
struct IndexBuilder: Sendable {
  let connection: PostgresConnection
  let schema: SchemaName
  let isBehindPooler: Bool

  /// Makes the missing indexes, and makes those again whose creation was interrupted.
  ///
  /// One process does it at a time. Without the lock, two would wait for each other. A process that doesn't get the lock
  /// leaves the work to the other one: waiting for it in the server would make the other one wait, too.
  ///
  /// - Returns: Whether all indexes are there.
  /// - Throws: A `PostgresFailure`.
  func build() async throws(PostgresFailure) -> Bool {
    if try await missing().isEmpty { return true }
    // Behind a pooler, a lock of a session may stay on any connection.
    if !isBehindPooler {
      let lock = "select pg_try_advisory_lock(hashtextextended($1, 21))"
      guard try await ask(lock, [.text("flowstate \(schema.text)")]).rows.first?.boolean(0) == true else {
        return false
      }
    }
    try await backfill()
    for index in try await missing() {
      let status = try await status(of: index)
      if status?.isInProgress == true { return false }
      if status != nil { _ = try await ask(index.removal) }
      _ = try await ask(index.concurrentCreation)
    }
    return try await missing().isEmpty
  }

  private func missing() async throws(PostgresFailure) -> [StoreIndex] {
    let answer = try await ask(StoreIndex.complete, [.text(schema.text), .texts(StoreIndex.all.map(\.name))])
    let complete = Set(answer.rows.compactMap { $0.text(0) })
    return StoreIndex.all.filter { !complete.contains($0.name) }
  }

  private func status(of index: StoreIndex) async throws(PostgresFailure) -> (isValid: Bool, isInProgress: Bool)? {
    let answer = try await ask(StoreIndex.status, [.text(schema.text), .text(index.name)])
    return answer.rows.first.map { ($0.boolean(0), $0.boolean(1)) }
  }

  /// Sets the columns of resting runs, in small transactions.
  private func backfill() async throws(PostgresFailure) {
    guard let last = StoreIndex.all.last, try await status(of: last)?.isValid != true else { return }
    var number = 0
    while let next = try await ask(RestTrigger.backfill, [.integer(number), .integer(2_000)]).rows.first?.integer(0) {
      number = next
    }
  }

  private func ask(_ text: String, _ parameters: [PostgresParameter] = []) async throws(PostgresFailure) -> PostgresRows
  {
    let statement = PostgresStatement(schema.statement(text), parameters, prepared: false)
    // Making an index may take long, and it waits for older transactions.
    return try await connection.send([statement], isLimited: false)[0]
  }
}
