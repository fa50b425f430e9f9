public import FlowDurable

/// A store that keeps runs in a PostgreSQL database, for any number of processes on any number of machines.
///
/// ```swift
/// let shop = try await PostgresStore("postgresql:///shop")
/// let worker = FlowWorker(shop, running: [order])
/// ```
///
/// The store makes its tables in a schema of its own when it is opened first, and changes them when a newer version of the library opens
/// it. While the server can't be reached, workers try again, and go on when it is back.
///
/// The database can belong to the program: ``transaction(_:)`` changes its tables and starts runs, both or neither.
public final class PostgresStore: FlowStore {
  /// A text that identifies the store, also after it was opened again.
  public let identity: String
  /// The address of the server, without a password.
  public var address: String { pool.address.description }

  let settings: PostgresSettings
  let pool: PostgresPool
  let statements: StoreStatements
  let streams = WakeStreams()
  let appends = AppendTokens()
  let steps = StepTransactions()
  let spare = SpareConnections()
  let notifier: Notifier
  private let upkeep: Upkeep

  /// Opens a store, and makes or migrates its schema.
  ///
  /// - Parameters:
  ///   - address: A connection string of libpq: a URL such as `postgresql://user@host/database?sslmode=verify-full`, or keywords and
  ///     values. What it doesn't say comes from libpq's environment variables and password file.
  ///   - settings: How the store uses the server.
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
    do throws(PostgresError) {
      identity = try await SchemaKeeper(connection: connection, schema: schema, server: address.description).prepare()
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
    await notifier.listen { [streams] in streams.wake() }
    if let age = settings.keepEnded {
      upkeep.begin { [weak self] in _ = try? await self?.forgetEnded(olderThan: age) }
    }
  }

  deinit {
    upkeep.end()
    Task { [pool, notifier, streams, spare] in
      await notifier.close()
      await spare.close()
      pool.close()
      streams.finish()
    }
  }

  /// Closes all connections. Calls that are under way fail, and streams of hints end. Runs that workers hold become due when their
  /// leases end.
  public func close() async {
    upkeep.end()
    await notifier.close()
    await steps.rollBackAll()
    await spare.close()
    pool.close()
    streams.finish()
  }

  /// Returns the time of the store's clock: the server's.
  public func now() async throws(StoreError) -> StoreTime {
    let answer = try await call("read the clock", PostgresStatement(statements.now))
    return StoreTime(milliseconds: Int64(answer.rows.first?.integer(0) ?? 0))
  }

  /// A hint each time when a run may have become due or has ended.
  public var wakes: AsyncStream<Void> { streams.makeStream() }

  /// Sends a statement. Behind a pooler, the server prepares nothing.
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

  /// Tells workers of this process and of others that a run may be due or has ended.
  func wake() async {
    streams.wake()
    await notifier.notify()
  }

  /// Refuses text that the server doesn't keep.
  func check(_ text: String?, _ name: String) throws(StoreError) {
    if let text, text.utf8.contains(0) {
      throw .unstorable(value: name, reason: "it has a zero byte, which PostgreSQL doesn't keep in text")
    }
  }
}

extension StoreError {
  init(_ failure: PostgresFailure, store: String, action: String) {
    let reason = failure.code.map { "\(failure.reason) (\($0))" } ?? failure.reason
    self = .server(store: store, action: action, reason: reason, mayHaveChanged: failure.kind == .lost)
  }
}

extension Duration {
  /// The milliseconds, rounded up, within what the server can add to a time.
  var storeMilliseconds: Int {
    let milliseconds = StoreTime(milliseconds: 0).advanced(by: max(.zero, self)).milliseconds
    return Int(min(milliseconds, Int64.max / 4))
  }
}

extension String {
  /// The text without zero bytes, for columns that only people and queries read.
  var withoutZeros: String { utf8.contains(0) ? replacing("\0", with: "\u{FFFD}") : self }
}
