import FlowDurable
import FlowDurableTesting
import FlowStateTesting
import Foundation
import Testing

@testable import FlowPostgres

/// The server that the script `test` has started.
enum TestServer {
  static var url: String {
    guard let url = ProcessInfo.processInfo.environment["FLOWPOSTGRES_URL"] else {
      fatalError("The tests need a server. Run them with the script 'test' of this package.")
    }
    return url
  }

  /// Opens a store with a schema of its own.
  static func open(
    _ schema: String = name(), at url: String = url, _ change: (inout PostgresSettings) -> Void = { _ in }
  ) async throws -> PostgresStore {
    var settings = PostgresSettings()
    settings.schema = schema
    settings.keepEnded = nil
    settings.notifies = false
    change(&settings)
    return try await PostgresStore(url, settings: settings)
  }

  /// Waits until a store listens to notifications about a schema.
  static func waitForListener(_ schema: String) async throws {
    for _ in 0..<10_000 {
      let listeners = try await execute(
        "select from pg_stat_activity where query = $1", "listen \"flowstate_\(schema)\"")
      if listeners.count == 2 { return }
      await Task.yield()
    }
    Issue.record("The stores don't listen.")
  }

  /// A name that no other schema has.
  static func name() -> String { "test_" + String(UInt64.random(in: 0...UInt64.max), radix: 36) }

  /// Makes runs due now.
  static func makeDue(
    _ schema: some StringProtocol, setting columns: String = "", _ condition: String = ""
  ) async throws {
    try await execute(
      "update \(schema).runs set \(columns)due = now, look = now from \(schema).now_ms() now \(condition)")
  }

  /// Carries out a statement on a connection of its own.
  @discardableResult
  static func execute(_ text: String, _ values: String...) async throws -> [PostgresRow] {
    var pool = PostgresSettings()
    pool.notifies = false
    let connection = try await PostgresPool(ServerAddress(url), pool).connect()
    do {
      let rows = try await connection.send([
        PostgresStatement(text, values.map { .unknown($0) }, prepared: false, binary: false)
      ])[0].rows
      connection.close()
      return rows
    } catch {
      connection.close()
      throw error
    }
  }
}

extension StoreUnderTest {
  /// A store whose clock the test sets: the schema's clock becomes a table.
  static func postgres() async throws -> StoreUnderTest {
    let schema = TestServer.name()
    let store = try await TestServer.open(schema)
    try await TestServer.execute("create table \(schema).test_clock as select 1000000::bigint as now")
    try await TestServer.execute(
      "create or replace function \(schema).now_ms() returns bigint language sql volatile as 'select now from \(schema).test_clock'"
    )
    let reopen: @Sendable (any FlowStore) async throws -> any FlowStore = { old in
      await (old as? PostgresStore)?.close()
      return try await TestServer.open(schema)
    }
    let spoil: @Sendable (any FlowStore, RunNumber) async throws -> Void = { _, run in
      try await TestServer.execute(
        "update \(schema).records set body = '{\"settled\":1}' where run = $1::bigint and number = "
          + "(select max(number) from \(schema).records where run = $1::bigint)", "\(run)")
    }
    return StoreUnderTest(store, reopening: reopen, spoiling: spoil) { duration in
      let milliseconds = StoreTime(milliseconds: 0).advanced(by: duration).milliseconds
      try await TestServer.execute("update \(schema).test_clock set now = now + $1", "\(milliseconds)")
    }
  }
}
