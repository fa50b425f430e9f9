/// The connections of a store. Each connection is opened when there is work for it, and again after it was lost.
///
/// Statements that may share a commit are sent together if they had to wait for a connection: the more statements
/// arrive at once, the more share one write to the server's disk. If a connection is idle, a statement is sent at once,
/// on the thread of its caller.
final class PostgresPool: Sendable {
  /// The way in which a call may share a transaction with others.
  enum Sharing: Sendable, Comparable {
    /// The call has a transaction of its own.
    case alone
    /// The call adds a run with a key of a flow. It may share a transaction with other additions, in the order of their
    /// keys, so that transactions never deadlock. It may have to wait for a transaction of the program that adds the
    /// same key, so changes of other runs don't share its transaction.
    case key(String, String)
    /// The call changes a run. It may share a transaction with other changes, in the order of their runs' numbers.
    case run(Int)

    func fits(_ other: Sharing) -> Bool {
      switch (self, other) {
      case (.key, .key), (.run, .run): true
      default: false
      }
    }
  }

  let address: ServerAddress
  private let settings: PostgresSettings
  private let loop = SocketLoop()
  private let state = Locked(State())

  init(_ address: ServerAddress, _ settings: PostgresSettings) {
    self.address = address
    self.settings = settings
  }

  // MARK: Calls

  /// Sends a statement in a transaction, on any connection, and waits for the answer.
  ///
  /// While the server can't be reached, the call waits for at most ``PostgresSettings/patience``. A statement that
  /// conflicts with another transaction is sent again. For the same time, a repeatable statement is sent again if its
  /// answer was lost.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - sharing: Whether the statement may share a transaction with others.
  ///   - isRepeatable: Whether sending the statement twice has the same effect as sending it once, so that it can be
  ///     sent again if the connection is lost.
  /// - Returns: The answer.
  /// - Throws: A ``PostgresFailure``.
  func call(
    _ statement: PostgresStatement, sharing: Sharing = .alone, isRepeatable: Bool = true
  ) async throws(PostgresFailure) -> PostgresRows {
    let deadline = ContinuousClock.now + settings.patience
    let result = await withCheckedContinuation { continuation in
      let call = Call(statement: statement, sharing: sharing, isRepeatable: isRepeatable, deadline: deadline) {
        continuation.resume(returning: $0)
      }
      take(call)
    }
    return try result.get()
  }

  private func take(_ call: Call) {
    let action = state.withLock { $0.take(call, lanes: settings.connections) }
    switch action {
    case .refuses: call.finish(.failure(Self.closed))
    case .waits: break
    case .sends(let lane, let calls): send(calls, lane)
    }
  }

  /// The number of calls that wait for a lane.
  var waitingCount: Int { state.withLock { $0.waitingCount } }

  // MARK: Lanes

  /// Sends calls on a lane, at once if its connection is open.
  private func send(_ calls: [Call], _ lane: Int) {
    guard let connection = state.withLock({ $0.connections[lane] }), connection.failure == nil else {
      return carryOutLater(calls, lane)
    }
    connection.send(calls.map(\.statement)) { result in
      switch result {
      case .success(let answers):
        for (call, answer) in zip(calls, answers) { call.finish(.success(answer)) }
        self.goOn(lane)
      case .failure(let failure): self.carryOutLater(calls, lane, after: failure)
      }
    }
  }

  /// Sends the next calls on a lane. If there are none, the lane waits.
  private func goOn(_ lane: Int) {
    let (calls, closed) = state.withLock { $0.goOn(lane) }
    closed?.close()
    if !calls.isEmpty { send(calls, lane) }
  }

  /// Performs calls that need a new connection or another attempt, also while all threads of Swift's pool are blocked.
  private func carryOutLater(_ calls: [Call], _ lane: Int, after failure: PostgresFailure? = nil) {
    Task(executorPreference: ReconnectExecutor()) {
      var calls = calls
      if let failure { calls = await self.settle(calls, failure, lane) }
      await self.carryOut(calls, lane)
      self.goOn(lane)
    }
  }

  private func carryOut(_ calls: [Call], _ lane: Int) async {
    var calls = calls
    var backoff = Backoff(from: .milliseconds(20))
    var isRepeated = false
    while !calls.isEmpty {
      let connection: PostgresConnection
      do throws(PostgresFailure) {
        connection = try await self.connection(of: lane)
      } catch {
        failLate(&calls, error)
        guard !calls.isEmpty else { return }
        try? await Task.sleep(for: backoff.next())
        // A server that doesn't answer takes ten seconds to fail again.
        failLate(&calls, error)
        continue
      }
      do throws(PostgresFailure) {
        let answers = try await connection.send(calls.map(\.statement))
        for (call, answer) in zip(calls, answers) { call.finish(.success(answer)) }
        return
      } catch {
        calls = await settle(calls, error, lane)
        // A pooler can accept each connection, and lose each statement at once because its server is away.
        if isRepeated, !calls.isEmpty { try? await Task.sleep(for: backoff.next()) }
        isRepeated = true
      }
    }
  }

  /// Fails the calls that can't wait for another connection, also those that wait for a lane.
  private func failLate(_ calls: inout [Call], _ failure: PostgresFailure) {
    for call in calls where isLate(call) { call.fail(failure) }
    calls.removeAll { isLate($0) }
    for call in state.withLock({ $0.takeLate(at: .now) }) { call.fail(failure) }
  }

  private func isLate(_ call: Call) -> Bool { state.withLock { $0.isClosed } || call.deadline < .now }

  /// Settles calls that have failed together, and returns the calls to send again.
  private func settle(_ calls: [Call], _ failure: PostgresFailure, _ lane: Int) async -> [Call] {
    switch failure.kind {
    case .unreachable: return calls
    case .refused where failure.isReadOnly:
      // Another connection may reach the primary.
      state.withLock { $0.connections[lane] }?.close()
      for call in calls { call.fail(failure) }
      return []
    case .refused:
      if calls.count > 1 {
        // One of the calls is at fault. Send each of them alone.
        for call in calls { await carryOut([call], lane) }
        return []
      }
      if failure.isConflict, !isLate(calls[0]) { return calls }
      calls[0].fail(failure)
      return []
    case .lost:
      var again: [Call] = []
      for var call in calls {
        call.loss = failure
        if call.isRepeatable, !isLate(call) { again.append(call) } else { call.fail(failure) }
      }
      return again
    }
  }

  private func connection(of lane: Int) async throws(PostgresFailure) -> PostgresConnection {
    let (known, wasClosed) = state.withLock { ($0.connections[lane], $0.isClosed) }
    if let known, known.failure == nil { return known }
    if wasClosed { throw Self.closed }
    let connection = try await connect()
    let isClosed = state.withLock { state in
      if !state.isClosed { state.connections[lane] = connection }
      return state.isClosed
    }
    if isClosed {
      connection.close()
      throw Self.closed
    }
    return connection
  }

  /// Opens a connection that doesn't belong to the pool.
  func connect(
    onNotification: (@Sendable (String) -> Void)? = nil, onLoss: (@Sendable () -> Void)? = nil
  ) async throws(PostgresFailure) -> PostgresConnection {
    let connection = try await PostgresConnection(
      to: address, in: loop, answerLimit: settings.answerLimit, onNotification: onNotification, onLoss: onLoss)
    guard !settings.isBehindPooler else { return connection }
    _ = try await connection.send(Self.session)
    return connection
  }

  /// The settings of each session. The statements of the store rely on the isolation level: after they have waited for other
  /// transactions, they see the commits of these.
  private static let session = [
    PostgresStatement("set default_transaction_isolation = 'read committed'", prepared: false),
    PostgresStatement("set jit = off", prepared: false),
  ]

  /// Removes what a transaction of the program has left in the session of a connection: settings, temporary tables, and locks.
  ///
  /// No caller waits for it, because the next transaction is sent after it. Behind a pooler, the connection has no session
  /// of its own.
  func clean(_ connection: PostgresConnection) {
    guard !settings.isBehindPooler else { return }
    // The server discards nothing in a transaction, so this is a batch of its own.
    for batch in [[PostgresStatement("discard all", prepared: false)], Self.session] {
      connection.send(batch) { answer in
        if case .failure = answer { connection.close() }
      }
    }
  }

  // MARK: Ending

  /// Closes all connections. Waiting calls fail.
  func close() {
    let (calls, connections) = state.withLock { $0.close() }
    for call in calls { call.finish(.failure(Self.closed)) }
    for connection in connections { connection.close() }
  }

  private static let closed = PostgresFailure(kind: .unreachable, reason: "the store was closed")
}
