/// The connections of a store. Each is opened when there is work for it, and again after it was lost.
///
/// Statements that may share a commit are sent together when they have waited for a connection: the more come at once, the more share
/// one write to the server's disk.
actor PostgresPool {
  /// How a call goes with others.
  enum Sharing: Sendable, Comparable {
    /// The call has a transaction of its own.
    case alone
    /// The call adds a run with a key of a flow. It may share a transaction with others that add: in the order of their keys, so that
    /// transactions never wait in a circle. It may wait for a transaction of the program that adds the same key, so changes of other
    /// runs don't share with it.
    case key(String, String)
    /// The call changes a run. It may share a transaction with others that do, in the order of their numbers.
    case run(Int)

    func fits(_ other: Sharing) -> Bool {
      switch (self, other) {
      case (.key, .key), (.run, .run): true
      default: false
      }
    }
  }

  private struct Call {
    let statement: PostgresStatement
    let sharing: Sharing
    /// Whether sending the statement twice changes no more than sending it once.
    let isRepeatable: Bool
    let deadline: ContinuousClock.Instant
    /// The failure of the call when it was sent before without an answer.
    var loss: PostgresFailure?
    let finish: @Sendable (Result<PostgresRows, PostgresFailure>) -> Void

    func fail(_ failure: PostgresFailure) { finish(.failure(loss ?? failure)) }
  }

  let address: ServerAddress
  private let settings: PostgresSettings
  private var calls: [Call] = []
  /// The lanes that wait for a call.
  private var idle: [CheckedContinuation<[Call]?, Never>] = []
  private var lanes = 0
  private var connections: [Int: PostgresConnection] = [:]
  private var isClosed = false
  /// The largest number of calls that share a transaction.
  private static let largestShare = 64

  init(_ address: ServerAddress, _ settings: PostgresSettings) {
    self.address = address
    self.settings = settings
  }

  // MARK: Calls

  /// Sends a statement in a transaction, on any connection, and waits for the answer.
  ///
  /// While the server can't be reached, the call waits for at most ``PostgresSettings/patience``. A statement that meets another
  /// transaction is sent again.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - sharing: Whether the statement may share a transaction with others.
  ///   - isRepeatable: Whether sending the statement twice changes no more than sending it once. It is sent again if the connection is
  ///     lost.
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
    guard !isClosed else {
      return call.finish(.failure(PostgresFailure(kind: .unreachable, reason: "the store was closed")))
    }
    calls.append(call)
    if let lane = idle.popLast() {
      lane.resume(returning: nextCalls())
    } else if lanes < settings.connections {
      lanes += 1
      Task { [number = lanes] in await self.work(lane: number) }
    }
  }

  /// Takes the next call, and all that may share its transaction.
  private func nextCalls() -> [Call] {
    guard let first = calls.first else { return [] }
    guard first.sharing.fits(first.sharing) else { return [calls.removeFirst()] }
    var shared: [Call] = []
    var others: [Call] = []
    for call in calls {
      if call.sharing.fits(first.sharing), shared.count < Self.largestShare {
        shared.append(call)
      } else {
        others.append(call)
      }
    }
    calls = others
    // The sort is stable: changes of one run keep their order.
    return shared.enumerated().sorted { ($0.element.sharing, $0.offset) < ($1.element.sharing, $1.offset) }.map(
      \.element)
  }

  private func waitForCalls() async -> [Call]? {
    if isClosed { return nil }
    let calls = nextCalls()
    if !calls.isEmpty { return calls }
    return await withCheckedContinuation { idle.append($0) }
  }

  // MARK: Lanes

  /// Works for calls, one batch after the other, until the pool is closed.
  private func work(lane: Int) async {
    while let calls = await waitForCalls() {
      if !calls.isEmpty { await carryOut(calls, lane) }
    }
    await connections.removeValue(forKey: lane)?.close()
  }

  private func carryOut(_ calls: [Call], _ lane: Int) async {
    var calls = calls
    var delay = Duration.milliseconds(20)
    while !calls.isEmpty {
      let connection: PostgresConnection
      do throws(PostgresFailure) {
        connection = try await self.connection(of: lane)
      } catch {
        for call in calls where isLate(call) { call.fail(error) }
        calls.removeAll { isLate($0) }
        guard !calls.isEmpty else { return }
        // Half of the delay is random, so that many processes don't come back at the same time.
        try? await Task.sleep(for: delay * Double.random(in: 0.5...1))
        delay = min(delay * 2, .seconds(1))
        continue
      }
      do throws(PostgresFailure) {
        let answers = try await connection.send(calls.map(\.statement))
        for (call, answer) in zip(calls, answers) { call.finish(.success(answer)) }
        return
      } catch {
        calls = await settle(calls, error, lane)
      }
    }
  }

  private func isLate(_ call: Call) -> Bool { isClosed || call.deadline < .now }

  /// Settles calls that have failed together. Returns the ones to send again.
  private func settle(_ calls: [Call], _ failure: PostgresFailure, _ lane: Int) async -> [Call] {
    switch failure.kind {
    case .unreachable: return calls
    case .refused:
      if calls.count > 1 {
        // One of them is at fault, and the others go on.
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
        if call.isRepeatable { again.append(call) } else { call.fail(failure) }
      }
      return again
    }
  }

  private func connection(of lane: Int) async throws(PostgresFailure) -> PostgresConnection {
    if let connection = connections[lane] {
      if await connection.failure == nil { return connection }
      connections[lane] = nil
    }
    let connection = try await connect()
    connections[lane] = connection
    return connection
  }

  /// Opens a connection that isn't one of the pool.
  func connect(
    onNotification: (@Sendable (String) -> Void)? = nil, onLoss: (@Sendable () -> Void)? = nil
  ) async throws(PostgresFailure) -> PostgresConnection {
    let connection = try await PostgresConnection(
      to: address, answerLimit: settings.answerLimit, onNotification: onNotification, onLoss: onLoss)
    guard !settings.isBehindPooler else { return connection }
    // The statements of the store rely on this level: they see what other transactions have committed while they waited.
    _ = try await connection.send([
      PostgresStatement("set default_transaction_isolation = 'read committed'", prepared: false),
      PostgresStatement("set jit = off", prepared: false),
    ])
    return connection
  }

  // MARK: Ending

  /// Closes all connections. Calls that wait fail.
  func close() async {
    isClosed = true
    for call in calls {
      call.finish(.failure(PostgresFailure(kind: .unreachable, reason: "the store was closed")))
    }
    calls = []
    for lane in idle { lane.resume(returning: nil) }
    idle = []
    for connection in connections.values { await connection.close() }
  }
}
