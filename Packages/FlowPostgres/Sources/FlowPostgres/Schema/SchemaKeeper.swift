/// Migrates the schema of a store to the version of this library.
struct SchemaKeeper {
  let connection: PostgresConnection
  let schema: SchemaName
  let server: String

  /// Migrates the schema if necessary, and reads the identity of the store.
  ///
  /// Many processes may call it at once: the process that gets an advisory lock migrates, and the others wait for it. A
  /// schema of the current version is only read, so that the processes don't need the right to change it.
  ///
  /// - Returns: The identity of the store, and whether the schema has all indexes for lists.
  /// - Throws: A ``PostgresError``.
  func prepare() async throws(PostgresError) -> (identity: String, hasIndexes: Bool) {
    let encoding = try await ask("show server_encoding").rows.first?.text(0) ?? ""
    guard encoding == "UTF8" else {
      throw .unfit(server: server, reason: "its encoding is \(encoding), and UTF8 is needed")
    }
    let version = try await ask("show server_version_num").rows.first?.text(0).flatMap { Int($0) } ?? 0
    guard version >= 140_000 else {
      throw .unfit(server: server, reason: "its version is \(version / 10_000), and at least 14 is needed")
    }
    if try await currentVersion() != Migration.all.count { try await migrateAgain() }
    guard let identity = try await ask("select text from @.identity").rows.first?.text(0) else {
      throw .unfit(server: server, reason: "schema '\(schema.text)' has no identity")
    }
    let names = StoreIndex.all.map(\.name)
    let complete = try await ask(StoreIndex.complete, [.text(schema.text), .texts(names)]).rows.count
    return (identity, complete == names.count)
  }

  /// Returns the version of the schema; 0 if there is none.
  ///
  /// - Throws: ``PostgresError/newerSchema(server:schema:version:known:)``.
  private func currentVersion() async throws(PostgresError) -> Int {
    let exists = try await ask("select to_regclass($1) is not null", [.text("\"\(schema.text)\".migrations")])
    guard exists.rows.first?.boolean(0) == true else { return 0 }
    let found = try await ask("select max(version) from @.migrations")
    let version = found.rows.first?.integer(0) ?? 0
    guard version <= Migration.all.count else {
      throw .newerSchema(server: server, schema: schema.text, version: version, known: Migration.all.count)
    }
    return version
  }

  /// Migrates the schema, again and again while a transaction has a lock on a table.
  ///
  /// A change of a table waits for all transactions that use it, such as a backup, and the workers would wait behind it. So
  /// it gives up after a second, and lets them work for a while.
  private func migrateAgain() async throws(PostgresError) {
    for _ in 0..<Self.attempts {
      do throws(PostgresError) { return try await migrate() } catch {
        guard case .refused(_, _, "55P03", _) = error else { throw error }
      }
      try? await Task.sleep(for: Self.pause)
    }
    try await migrate()
  }

  private static let attempts = 60
  private static let pause = Duration.milliseconds(500)

  private func migrate() async throws(PostgresError) {
    // After it has waited for the lock, it must see what the other process has migrated.
    _ = try await ask("begin isolation level read committed")
    do throws(PostgresError) {
      // The lock ends with the transaction.
      _ = try await ask("select pg_advisory_xact_lock(hashtextextended($1, 20))", [.text("flowstate \(schema.text)")])
      // The server may still believe that a schema is missing which another process has just made, until a statement locks a table.
      let mayBeNew = try await currentVersion() == 0
      if !mayBeNew { _ = try await ask("set local lock_timeout = '1s'") }
      if mayBeNew {
        _ = try await ask("create schema if not exists @")
        _ = try await ask(
          "create table if not exists @.migrations (version bigint primary key, at timestamptz not null default now())")
      }
      let version = try await currentVersion()
      for (index, migration) in Migration.all.enumerated() where index >= version {
        for statement in migration.statements { _ = try await ask(statement) }
        _ = try await ask("insert into @.migrations (version) values ($1)", [.integer(index + 1)])
      }
      if version == 0 {
        for index in StoreIndex.all { _ = try await ask(index.creation) }
      }
      _ = try await ask("commit")
    } catch {
      _ = try? await ask("rollback")
      throw error
    }
  }

  private func ask(_ text: String, _ parameters: [PostgresParameter] = []) async throws(PostgresError) -> PostgresRows {
    let statement = PostgresStatement(schema.statement(text), parameters, prepared: false)
    do throws(PostgresFailure) {
      return try await connection.send([statement])[0]
    } catch {
      throw PostgresError(error, server: server, action: "prepare the schema '\(schema.text)'")
    }
  }
}

extension PostgresError {
  init(_ failure: PostgresFailure, server: String, action: String) {
    switch failure.kind {
    case .unreachable: self = .unreachable(server: server, reason: failure.reason)
    case .lost: self = .lost(server: server, action: action, reason: failure.reason)
    case .refused(let code): self = .refused(server: server, action: action, code: code, reason: failure.reason)
    }
  }
}
