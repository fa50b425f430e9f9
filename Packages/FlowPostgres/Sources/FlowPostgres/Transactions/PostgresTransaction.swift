public import FlowDurable

/// A transaction in the database of a store: statements of the program, and runs that start only if it succeeds.
///
/// ```swift
/// try await shop.transaction { sql in
///   try await sql.execute("insert into orders (id, cents) values ($1, $2)", "4711", 990)
///   _ = try await worker.start(order, Order(id: "4711", cents: 990), key: "4711", in: sql)
/// }
/// ```
///
/// Values are always parameters: `$1` is the first one. The server determines their types, so write `$1::int` where it
/// can't.
public actor PostgresTransaction: RunAdding {
  private let connection: PostgresConnection
  private let store: PostgresStore
  private var hasEnded = false
  /// Whether workers may have new runs after the commit.
  private var hasStarted = false

  init(_ connection: PostgresConnection, of store: PostgresStore) {
    self.connection = connection
    self.store = store
  }

  /// Executes a statement. `COPY` from or to the client is refused.
  ///
  /// - Parameters:
  ///   - text: One statement, with placeholders such as `$1` for the values.
  ///   - values: The values.
  /// - Returns: The number of rows that the statement has changed or returned.
  /// - Throws: A ``PostgresError``. After it, the transaction can only be rolled back.
  @discardableResult
  public func execute(_ text: String, _ values: (any PostgresValue)?...) async throws(PostgresError) -> Int {
    try await carryOut(text, values).affected
  }

  /// Executes a statement and returns its rows.
  ///
  /// - Parameters:
  ///   - text: One statement, with placeholders such as `$1` for the values.
  ///   - values: The values.
  /// - Returns: The rows. Each row has the values as text, by the names of the columns; NULL is omitted.
  /// - Throws: A ``PostgresError``. After it, the transaction can only be rolled back.
  public func query(
    _ text: String, _ values: (any PostgresValue)?...
  ) async throws(PostgresError) -> [[String: String]] {
    let answer = try await carryOut(text, values)
    return answer.rows.map { row in
      var columns: [String: String] = [:]
      for (column, name) in answer.names.enumerated() { columns[name] = row.text(column) }
      return columns
    }
  }

  private func carryOut(_ text: String, _ values: [(any PostgresValue)?]) async throws(PostgresError) -> PostgresRows {
    guard !hasEnded else { throw .ended }
    guard !text.utf8.contains(0) else { throw .zeroByte("A statement") }
    let texts = values.map { $0?.postgresText }
    for (place, text) in texts.enumerated() where text?.utf8.contains(0) ?? false {
      throw .zeroByte("Value $\(place + 1) of a statement")
    }
    let statement = PostgresStatement(text, texts.map { .unknown($0) }, prepared: false, binary: false)
    do throws(PostgresFailure) {
      // The program's statements have no time limit.
      return try await send(statement, isLimited: false)
    } catch {
      throw PostgresError(error, server: store.address, action: "carry out a statement")
    }
  }

  /// Adds a run if the transaction succeeds, unless the flow has a run with the same key.
  ///
  /// If another transaction adds a run with the same key, this call waits for its end.
  ///
  /// - Parameter run: The run.
  /// - Returns: The number of the new run, or of the run that has the key.
  /// - Throws: A `StoreError`.
  public func add(_ run: NewRun) async throws(StoreError) -> (run: RunNumber, isNew: Bool) {
    guard !hasEnded else { throw .closed }
    let birth = Int.random(in: Int.min...Int.max)
    let parameters = try store.parameters(of: run, birth: birth)
    do throws(PostgresFailure) {
      let statement = PostgresStatement(store.statements.add, parameters, prepared: false)
      let added = try await send(statement, isLimited: false)
      var row = added.rows.first
      if row == nil, let key = run.key {
        // Another transaction has added the run in the meantime.
        let found = PostgresStatement(
          store.statements.find, [.text(run.flow.composed), .text(key.composed), .integer(birth)], prepared: false)
        row = try await send(found).rows.first
      }
      guard let row, let number = row.integer(0) else {
        throw PostgresFailure(kind: .refused("40001"), reason: "another transaction has just removed the run")
      }
      if row.boolean(1) { hasStarted = true }
      return (RunNumber(rawValue: number), row.boolean(1))
    } catch {
      throw StoreError(error, store: store.address, action: "start flow '\(run.flow)'")
    }
  }

  /// Adds runs with one statement if the transaction succeeds.
  ///
  /// - Parameter runs: The runs, with at most 512 MiB together.
  /// - Returns: For each run its number, or the number of the run that has its key.
  /// - Throws: A `StoreError`.
  public func add(_ runs: [NewRun]) async throws(StoreError) -> [(run: RunNumber, isNew: Bool)] {
    guard !hasEnded else { throw .closed }
    let parameters = try store.parameters(of: runs)
    guard !runs.isEmpty else { return [] }
    let added: [(run: RunNumber, isNew: Bool)?]
    do throws(PostgresFailure) {
      let statement = PostgresStatement(store.statements.addMany, parameters, prepared: false)
      added = PostgresStore.added(runs.count, try await send(statement, isLimited: false))
    } catch {
      throw StoreError(error, store: store.address, action: "start \(runs.count) runs")
    }
    if added.contains(where: { $0?.isNew == true }) { hasStarted = true }
    return try await store.complete(added, of: runs, in: self)
  }

  // MARK: For the store

  func send(_ statement: PostgresStatement, isLimited: Bool = true) async throws(PostgresFailure) -> PostgresRows {
    do throws(PostgresFailure) {
      return try await connection.send([statement], isLimited: isLimited)[0]
    } catch {
      // The next transaction may reach the primary with another connection.
      if error.isReadOnly { connection.close() }
      throw error
    }
  }

  /// Whether the connection was lost, and the transaction with it.
  var isLost: Bool {
    connection.failure != nil
  }

  func begin() async throws(PostgresFailure) {
    _ = try await send(PostgresStatement("begin isolation level read committed", prepared: false))
  }

  /// Commits, and returns the connection, so that another transaction can use it. If the commit fails, closes the
  /// connection.
  func commit() async throws(PostgresFailure) {
    hasEnded = true
    let answer: PostgresRows
    do throws(PostgresFailure) { answer = try await send(PostgresStatement("commit", prepared: false)) } catch {
      connection.close()
      throw error
    }
    store.giveBack(connection)
    // The server gives another answer if a statement of the transaction has failed.
    guard answer.tag == "COMMIT" else {
      throw PostgresFailure(
        kind: .refused("25P02"), reason: "a statement of the transaction has failed, so all of it was taken back")
    }
    if hasStarted { store.wake() }
  }

  /// Rolls the transaction back, unless it has ended.
  func rollBack() async {
    guard !hasEnded else { return }
    hasEnded = true
    _ = try? await send(PostgresStatement("rollback", prepared: false))
    store.giveBack(connection)
  }
}

/// A type whose values can be parameters of statements.
///
/// ```swift
/// struct Cents: PostgresValue {
///   var count: Int
///   var postgresText: String { "\(count)" }
/// }
/// try await shop.transaction { sql in try await sql.execute("update till set cents = cents + $1", Cents(count: 990)) }
/// ```
public protocol PostgresValue: Sendable {
  /// The value in the server's text format.
  var postgresText: String { get }
}

extension String: PostgresValue {
  /// The text itself.
  public var postgresText: String { self }
}

extension Int: PostgresValue {
  /// The number in decimal digits.
  public var postgresText: String { description }
}

extension Double: PostgresValue {
  /// The number; `NaN`, `Infinity`, and `-Infinity` in the server's format.
  public var postgresText: String {
    if isNaN { return "NaN" }
    return isInfinite ? (self < 0 ? "-Infinity" : "Infinity") : description
  }
}

extension Bool: PostgresValue {
  /// `true` or `false`.
  public var postgresText: String { description }
}
