import Synchronization

/// Makes the indexes that an existing schema lacks, in the background, after a store was opened.
final class IndexUpkeep: Sendable {
  private let pool: PostgresPool
  private let schema: SchemaName
  private let settings: PostgresSettings
  private let isComplete = Atomic(false)
  private let state = Locked(State())

  private struct State: Sendable {
    var task: Task<Void, Never>?
    var connection: PostgresConnection?
    var hasEnded = false
  }

  init(_ pool: PostgresPool, _ schema: SchemaName, _ settings: PostgresSettings) {
    self.pool = pool
    self.schema = schema
    self.settings = settings
  }

  /// Whether all indexes are known to be there.
  var areComplete: Bool { isComplete.load(ordering: .relaxed) }

  func complete() {
    isComplete.store(true, ordering: .relaxed)
  }

  /// Begins the work. What fails is reported, and the next store that is opened tries again.
  func begin() {
    let task = Task { [self] in
      do throws(PostgresFailure) { try await build() } catch {
        if !Task.isCancelled { settings.report(.indexesMissing(store: pool.address.description, reason: error.reason)) }
      }
    }
    state.withLock { $0.task = task }
  }

  private func build() async throws(PostgresFailure) {
    let connection = try await pool.connect()
    let isWanted = state.withLock { state in
      if !state.hasEnded { state.connection = connection }
      return !state.hasEnded
    }
    defer { connection.close() }
    guard isWanted else { return }
    let builder = IndexBuilder(connection: connection, schema: schema, isBehindPooler: settings.isBehindPooler)
    if try await builder.build() { complete() }
  }

  /// Waits until the work has ended, for tests.
  func finish() async {
    await state.withLock { $0.task }?.value
  }

  /// Ends the work. An index that isn't complete is made again when a store is opened.
  func end() {
    let (task, connection) = state.withLock { state in
      state.hasEnded = true
      return (state.task, state.connection)
    }
    task?.cancel()
    connection?.close()
  }
}
