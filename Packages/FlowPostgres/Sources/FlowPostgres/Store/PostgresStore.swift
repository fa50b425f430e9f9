public import FlowDurable

/// A store that keeps runs in a PostgreSQL database, for any number of processes on any number of machines.
///
/// ```swift
/// let shop = try await PostgresStore("postgresql:///shop")
/// let worker = FlowWorker(shop, running: [order])
/// ```
///
/// When the store is opened for the first time, it creates its tables in a schema of its own. When a newer version of
/// the library opens it, the version migrates them. While the server can't be reached, workers try again, and they
/// continue when it is back.
///
/// The database can belong to the program: ``transaction(_:)`` changes the program's tables and starts runs in one
/// atomic change.
public final class PostgresStore: FlowStore {
  /// An identifier of the store, which stays the same when the store is opened again.
  public let identity: String
  /// The address of the server, without a password.
  public var address: String { pool.address.description }

  let settings: PostgresSettings
  let pool: PostgresPool
  let statements: StoreStatements
  let streams = WakeStreams()
  let dueStreams = WakeStreams()
  let search = ClaimSearch()
  let appends = AppendTokens()
  let steps = StepTransactions()
  let spare = SpareConnections()
  let notifier: Notifier
  private let upkeep: Upkeep
  let indexes: IndexUpkeep

  /// Opens a store, and creates or migrates its schema.
  ///
  /// - Parameters:
  ///   - address: A connection string of libpq: a URL such as `postgresql://user@host/database?sslmode=verify-full`, or
  ///     keywords and values. Missing values come from libpq's environment variables and password file.
  ///   - settings: The settings of the store.
  /// - Throws: A ``PostgresError``.
  public init(_ address: String, settings: PostgresSettings = PostgresSettings()) async throws(PostgresError) {
    guard settings.connections > 0 else {
      fatalError("A PostgresStore has \(settings.connections) connections; it needs at least 1.")
    }
    let schema = try SchemaName(settings.schema)
    let address = try ServerAddress(address)
    let pool = PostgresPool(address, settings)
    let connection: PostgresConnection
    do throws(PostgresFailure) { connection = try await pool.connect() } catch {
      throw .unreachable(server: address.description, reason: error.reason)
    }
    let hasIndexes: Bool
    do throws(PostgresError) {
      (identity, hasIndexes) = try await SchemaKeeper(
        connection: connection, schema: schema, server: address.description
      ).prepare()
    } catch {
      connection.close()
      throw error
    }
    connection.close()
    self.settings = settings
    self.pool = pool
    statements = StoreStatements(schema)
    notifier = Notifier(pool, channel: schema.channel, isOn: settings.notifies && !settings.isBehindPooler)
    upkeep = Upkeep()
    indexes = IndexUpkeep(pool, schema, settings)
    if hasIndexes { indexes.complete() } else { indexes.begin() }
    notifier.listen { [streams, dueStreams] isDue in
      streams.wake()
      if isDue { dueStreams.wake() }
    }
    if let age = settings.keepEnded {
      upkeep.begin { [weak self] in _ = try? await self?.forgetEnded(olderThan: age) }
    }
  }

  deinit {
    upkeep.end()
    indexes.end()
    Task { [pool, notifier, streams, dueStreams, spare] in
      notifier.close()
      spare.close()
      pool.close()
      streams.finish()
      dueStreams.finish()
    }
  }

  /// Closes all connections. Current calls fail, and streams of hints end. Runs that workers hold become due when their
  /// leases end.
  public func close() async {
    upkeep.end()
    indexes.end()
    notifier.close()
    await steps.rollBackAll()
    spare.close()
    pool.close()
    streams.finish()
    dueStreams.finish()
  }

  /// Returns the time of the server's clock, which is the store's clock.
  public func now() async throws(StoreError) -> StoreTime {
    let answer = try await call("read the clock", PostgresStatement(statements.now))
    return StoreTime(milliseconds: Int64(answer.rows.first?.integer(0) ?? 0))
  }

  /// Whether the indexes of resting runs are complete, so that lists can use them.
  func hasRests() async throws(StoreError) -> Bool {
    if indexes.areComplete { return true }
    let status = PostgresStatement(StoreIndex.status, [.text(settings.schema), .text(StoreIndex.all.last?.name)])
    guard try await call("list runs", status).rows.first?.boolean(0) == true else { return false }
    indexes.complete()
    return true
  }

  /// A stream with a hint each time a run may have become due or has ended.
  public var wakes: AsyncStream<Void> { streams.makeStream() }

  /// A stream with a hint each time a run may have become due, or has received a message.
  public var dueWakes: AsyncStream<Void> { dueStreams.makeStream() }

  /// Sends a statement. Behind a pooler, statements aren't prepared.
  func call(
    _ action: String, _ statement: PostgresStatement, sharing: PostgresPool.Sharing = .alone, isRepeatable: Bool = true
  ) async throws(StoreError) -> PostgresRows {
    let statement =
      settings.isBehindPooler
      ? PostgresStatement(statement.text, statement.parameters, prepared: false) : statement
    do throws(PostgresFailure) {
      return try await pool.call(statement, sharing: sharing, isRepeatable: isRepeatable)
    } catch {
      throw StoreError(error, store: address, action: action)
    }
  }

  /// Notifies this process and other processes that a run rests or has ended. If it may be due, workers claim.
  func wake(due isDue: Bool = true) {
    streams.wake()
    if isDue { dueStreams.wake() }
    notifier.notify(due: isDue)
  }
}

extension StoreError {
  init(_ failure: PostgresFailure, store: String, action: String) {
    let reason = failure.code.map { "\(failure.reason) (\($0))" } ?? failure.reason
    let isLost = failure.kind == .lost
    let remark = isLost ? " The server may have done it before the connection was lost." : ""
    self = .unavailable(
      Details("Can't \(action) in '\(store)': \(reason).\(remark)", store: store), mayHaveChanged: isLost)
  }
}

extension Duration {
  /// The milliseconds, rounded up, and limited to a number that the server can add to a time.
  var storeMilliseconds: Int {
    let milliseconds = StoreTime(milliseconds: 0).advanced(by: max(.zero, self)).milliseconds
    return Int(min(milliseconds, Int64.max / 4))
  }
}
