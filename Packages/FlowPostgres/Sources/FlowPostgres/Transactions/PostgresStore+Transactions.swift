extension PostgresStore {
  /// Performs work in an atomic transaction of the store's database.
  ///
  /// ```swift
  /// try await shop.transaction { sql in
  ///   try await sql.execute("insert into orders (id, cents) values ($1, $2)", "4711", 990)
  ///   _ = try await worker.start(order, Order(id: "4711", cents: 990), key: "4711", in: sql)
  /// }
  /// ```
  ///
  /// The transaction has a connection of its own. In it, don't wait for anything but the database. Settings, temporary tables,
  /// and locks of its session end with it; behind a pooler, use only those of the transaction, such as `set local`.
  ///
  /// - Parameter work: The work. If it throws an error, all of it is rolled back.
  /// - Returns: The result of the work.
  /// - Throws: The error of the work; a ``PostgresError`` if the transaction can't begin or end. After
  ///   ``PostgresError/lost(server:action:reason:)``, it isn't known whether the transaction has succeeded.
  @discardableResult
  public func transaction<Value: Sendable>(
    _ work: @Sendable (_ sql: PostgresTransaction) async throws -> Value
  ) async throws -> Value {
    let transaction = try await begin()
    do {
      let value = try await work(transaction)
      do throws(PostgresFailure) { try await transaction.commit() } catch {
        throw PostgresError(error, server: address, action: "commit a transaction")
      }
      return value
    } catch {
      await transaction.rollBack()
      throw error
    }
  }

  /// Begins a transaction on a connection of its own.
  func begin() async throws(PostgresError) -> PostgresTransaction {
    do throws(PostgresFailure) {
      let transaction = PostgresTransaction(try await spare.take(from: pool), of: self)
      do throws(PostgresFailure) { try await transaction.begin() } catch {
        // A spare connection may have been lost while it was unused.
        let fresh = PostgresTransaction(try await pool.connect(), of: self)
        try await fresh.begin()
        return fresh
      }
      return transaction
    } catch {
      throw PostgresError(error, server: address, action: "begin a transaction")
    }
  }

  func giveBack(_ connection: PostgresConnection) {
    spare.put(connection, of: pool, keeping: settings.connections)
  }
}

/// Unused connections of earlier transactions.
///
/// It has a lock, and isn't an actor, so that a worker waits for no task of Swift's pool.
final class SpareConnections: Sendable {
  private struct State {
    var connections: [PostgresConnection] = []
    var isClosed = false
  }

  private let state = Locked(State())

  func take(from pool: PostgresPool) async throws(PostgresFailure) -> PostgresConnection {
    while let connection = state.withLock({ $0.connections.popLast() }) {
      if connection.failure == nil { return connection }
    }
    return try await pool.connect()
  }

  func put(_ connection: PostgresConnection, of pool: PostgresPool, keeping limit: Int) {
    guard connection.failure == nil else { return }
    let isKept = state.withLock { state in
      guard !state.isClosed, state.connections.count < limit else { return false }
      // The next transaction is sent after this.
      pool.clean(connection)
      state.connections.append(connection)
      return true
    }
    if !isKept { connection.close() }
  }

  func close() {
    let connections = state.withLock { state in
      state.isClosed = true
      defer { state.connections = [] }
      return state.connections
    }
    for connection in connections { connection.close() }
  }
}
