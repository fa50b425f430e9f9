public import FlowDurable

extension PostgresStore {
  /// Returns runs in the order of `RunQuery.order`: lowest first, or highest first with `RunQuery.newestFirst`.
  ///
  /// - Parameters:
  ///   - query: The conditions for the runs.
  ///   - number: The number after which to begin, in the order of the result; nil to begin with the first run.
  ///   - limit: The maximum number of runs to return.
  /// - Returns: The runs.
  /// - Throws: A `StoreError`.
  public func runs(
    _ query: RunQuery, after number: RunNumber?, limit: Int
  ) async throws(StoreError) -> [RunSummary] {
    let query = try await statement(of: query)
    var cursor: QueryStatement.Cursor?
    if let number, let value = query.value {
      let statement = statements.schema.statement("select \(value) from @.runs where id = $1")
      let place = PostgresStatement(statement, [.integer(number.rawValue)], prepared: false)
      if let row = try await call("list runs", place).rows.first { cursor = query.cursor(number.rawValue, row) }
    }
    guard let list = query.list(after: number?.rawValue, cursor, limit: max(0, limit)) else { return [] }
    return try await call("list runs", statements.schema.statement(list)).rows.map(Self.summary)
  }

  /// Reads the first run that matches a query, with its records since the latest snapshot, in one round trip.
  ///
  /// - Parameter query: The conditions for the run.
  /// - Returns: The run; nil if no run matches.
  /// - Throws: A `StoreError`.
  public func read(_ query: RunQuery) async throws(StoreError) -> RunReading? {
    guard let statement = try await statement(of: query).reading,
      let row = try await call("read a run", statements.schema.statement(statement)).rows.first
    else { return nil }
    let summary = Self.summary(row)
    return RunReading(summary: summary, records: try Self.records(of: summary.number, in: row, from: 17))
  }

  private func statement(of query: RunQuery) async throws(StoreError) -> QueryStatement {
    var query = QueryStatement(query, hasRests: try await hasRests())
    if let keys = query.keys, let row = try await call("list runs", statements.schema.statement(keys)).rows.first {
      query.hasRareKeys = row.integer(0) ?? 0 <= QueryStatement.fewKeys
    }
    return query
  }

  /// Counts runs by flow, step, and state.
  ///
  /// - Parameter query: The conditions for the runs.
  /// - Returns: The numbers of runs. Each combination appears once.
  /// - Throws: A `StoreError`.
  public func counts(_ query: RunQuery) async throws(StoreError) -> [RunCount] {
    guard let statement = QueryStatement(query, hasRests: try await hasRests()).counts() else { return [] }
    let answer = try await call("count runs", statements.schema.statement(statement))
    return answer.rows.map { row in
      let ending = row.text(2).flatMap { RunEnding(rawValue: $0) }
      return RunCount(
        flow: row.text(0) ?? "", position: row.text(1),
        state: row.text(2).flatMap { RunState.Kind(rawValue: $0) } ?? .ended, ending: ending, runs: row.integer(3) ?? 0,
        oldest: StoreTime(milliseconds: Int64(row.integer(4) ?? 0)),
        due: row.integer(5).map { StoreTime(milliseconds: Int64($0)) })
    }
  }

  private static func summary(_ row: PostgresRow) -> RunSummary {
    func time(_ column: Int) -> StoreTime? { row.integer(column).map { StoreTime(milliseconds: Int64($0)) } }
    let zero = StoreTime(milliseconds: 0)
    let state: RunState
    switch row.text(6) {
    case "ready": state = .ready(time(7) ?? zero)
    case "held": state = .held(until: time(7) ?? zero, by: row.text(9))
    case "waiting": state = .waiting(until: time(7), for: row.texts(8))
    case "parked": state = .parked(row.text(10) ?? "")
    case let ended: state = .ended(ended.flatMap(RunEnding.init(rawValue:)) ?? .failed)
    }
    return RunSummary(
      number: RunNumber(rawValue: row.integer(0) ?? 0), flow: row.text(1) ?? "", key: row.text(2),
      queue: row.text(3) ?? "", tenant: row.text(4), priority: row.integer(5) ?? 0, state: state,
      position: row.text(11),
      attempts: row.integer(12) ?? 0, lastRecord: row.integer(13) ?? 0, waitingMessages: row.integer(14) ?? 0,
      began: time(15) ?? zero, changed: time(16) ?? zero)
  }

  /// Returns the records of a run since the latest snapshot, in the order of their numbers.
  ///
  /// - Parameters:
  ///   - run: The number of the run.
  ///   - number: The record number after which to begin; 0 for the first.
  ///   - limit: The maximum number of records to return.
  /// - Returns: The records.
  /// - Throws: `StoreError.unknownRun`, or another `StoreError`.
  public func records(of run: RunNumber, after number: Int, limit: Int) async throws(StoreError) -> [FlowRecord] {
    let parameters: [PostgresParameter] = [.integer(run.rawValue), .integer(number), .integer(max(0, limit))]
    let answer = try await call("read run \(run)", PostgresStatement(statements.records, parameters))
    guard !answer.rows.isEmpty else { throw .unknownRun(run) }
    var records: [FlowRecord] = []
    for row in answer.rows {
      guard let number = row.integer(0), let body = row.columns[3] else { continue }
      records.append(try Self.record(body, of: run, number, at: row.integer(1) ?? 0, due: row.integer(2)))
    }
    return records
  }

  /// Returns the messages of a run that no record has taken, oldest first, without claiming the run.
  ///
  /// - Parameters:
  ///   - run: The number of the run.
  ///   - number: The number of the message after which to begin; 0 for the first.
  ///   - limit: The maximum number of messages to return.
  /// - Returns: The messages.
  /// - Throws: `StoreError.unknownRun`, or another `StoreError`.
  public func messages(
    of run: RunNumber, after number: Int, limit: Int
  ) async throws(StoreError) -> [ReceivedMessage] {
    let parameters: [PostgresParameter] = [.integer(run.rawValue), .integer(number), .integer(max(0, limit))]
    let answer = try await call("read run \(run)", PostgresStatement(statements.waitingMessages, parameters))
    guard !answer.rows.isEmpty else { throw .unknownRun(run) }
    var messages: [ReceivedMessage] = []
    for row in answer.rows where row.columns[0] != nil { messages.append(try Self.message(row.columns, of: run)) }
    return messages
  }
}
