import FlowDurable
import Testing

@testable import FlowPostgres

/// What the statements of the program do to the session of their connection.
struct SessionTests {
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
}
