import FlowDurable
import Testing

@testable import FlowPostgres

/// The session of a connection, after the statements of a program.
struct SessionTests {
  private struct Failure: Error {}

  @Test(arguments: ["copy lines to stdout", "copy lines from stdin"])
  func `A copy from or to the client is refused, and the store continues`(_ statement: String) async throws {
    let store = try await TestServer.open()
    let copying = Task {
      await #expect(throws: PostgresError.self) {
        try await store.transaction { sql in
          try await sql.execute("create temporary table lines (line text)")
          try await sql.execute(statement)
        }
      }
    }
    let error = try await copying.value(orSay: "The copy did not end")
    #expect(
      error?.description
        == "Can't carry out a statement in '\(store.address)': COPY from or to the client isn't supported, so the connection "
        + "was closed (0A000).")
    let now = Task { try await store.now() }
    #expect(try await now.value(orSay: "The store did not answer") > StoreTime(milliseconds: 0))
    #expect(try await store.transaction { try await $0.query("select 1 as one") } == [["one": "1"]])
    await store.close()
  }

  @Test(arguments: [true, false])
  func `Settings, temporary tables, and locks of a session end with the transaction`(_ fails: Bool) async throws {
    let store = try await TestServer.open { $0.connections = 1 }
    let process = Locked("")
    try? await store.transaction { sql in
      for statement in [
        "set statement_timeout = '1h'", "set default_transaction_isolation = 'serializable'", "set jit = on",
        "create temporary table lines (line text)", "select pg_advisory_lock(4711)",
      ] { try await sql.execute(statement) }
      let id = try await sql.query("select pg_backend_pid() as id").first?["id"] ?? ""
      process.withLock { $0 = id }
      if fails { throw Failure() }
    }
    let session = try await store.transaction { sql in
      try await sql.query(
        """
        select pg_backend_pid() as id, current_setting('statement_timeout') as timeout, current_setting('jit') as jit,
          current_setting('default_transaction_isolation') as isolation, to_regclass('pg_temp.lines') as lines,
          (select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks
        """)
    }
    let id = process.withLock { $0 }
    #expect(session == [["id": id, "timeout": "0", "jit": "off", "isolation": "read committed", "locks": "0"]])
    await store.close()
  }
}
