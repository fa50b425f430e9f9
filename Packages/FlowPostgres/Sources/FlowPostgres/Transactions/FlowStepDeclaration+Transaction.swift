public import FlowChains
public import FlowDurable

extension FlowStepDeclaration where Content: Sendable, Result: Sendable {
  /// Creates a declaration of a step whose work and record are committed together.
  ///
  /// ```swift
  /// let book = FlowStepDeclaration(Order.self, Int.self, identifier: "book", inTransactionOf: shop) { order, visit, sql in
  ///   try await sql.execute("update stock set left = left - 1 where item = $1", order?.item)
  /// }
  /// ```
  ///
  /// If the process dies, either both the work and its record exist, or neither does, and the step works again.
  /// Therefore, work inside the transaction happens exactly once. The worker of the run must use the same store;
  /// otherwise, the step fails.
  ///
  /// The transaction is open while the step works. Don't call services outside the database during it. The step must belong to the chain
  /// of the durable flow itself: a step of a nested flow has no record that could commit its work, and fails.
  ///
  /// - Parameters:
  ///   - content: The type that the step takes from the previous step, or from a source of the declaration.
  ///   - result: The type of the step's result.
  ///   - identifier: The name of the step.
  ///   - store: The store of the worker.
  ///   - work: Receives the step's content, the visit, and the transaction. Returns the result; nil if there is no
  ///     result. An error that it throws rolls its work back, and is the failure of the step.
  public init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    inTransactionOf store: PostgresStore,
    _ work:
      @escaping @Sendable (
        _ content: Content?, _ visit: DurableVisit, _ sql: PostgresTransaction
      ) async throws -> Result?
  ) {
    self.init(content, result, identifier: identifier) { content, visit in
      try await store.carryOut(visit) { sql in try await work(content, visit, sql) }
    }
  }
}

extension FlowStepDeclaration where Content == Any, Result: Sendable {
  /// Creates a declaration of a step without content whose work and record are committed together.
  ///
  /// - Parameters:
  ///   - content: `Any.self`.
  ///   - result: The type of the step's result.
  ///   - identifier: The name of the step.
  ///   - store: The store of the worker.
  ///   - work: Receives nil, the visit, and the transaction. Returns the result; nil if there is no result. An error
  ///     that it throws rolls its work back, and is the failure of the step.
  public init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    inTransactionOf store: PostgresStore,
    _ work:
      @escaping @Sendable (
        _ content: Never?, _ visit: DurableVisit, _ sql: PostgresTransaction
      ) async throws -> Result?
  ) {
    self.init(content, result, identifier: identifier) { _, visit in
      try await store.carryOut(visit) { sql in try await work(nil, visit, sql) }
    }
  }
}

extension PostgresStore {
  /// The maximum number of attempts at the work of a step in one visit.
  private static let attempts = 10

  /// Works in a transaction that the record of the visit commits.
  ///
  /// If the connection is lost, or the transaction conflicts with another one, the work is rolled back. Then it starts
  /// again, up to ten times.
  func carryOut<Value: Sendable>(
    _ visit: DurableVisit, _ work: @Sendable (PostgresTransaction) async throws -> Value
  ) async throws -> Value {
    guard !StepTransactions.isInner(visit) else { throw PostgresError.innerStep(visit: visit.key) }
    var backoff = Backoff(from: .milliseconds(50))
    var attempts = 0
    while true {
      // No record follows work whose time limit has passed, so it must not begin after other work.
      try Task.checkCancellation()
      guard let beginning = steps.begin(visit) else { throw PostgresError.otherStore(visit: visit.key) }
      do {
        let transaction = try await begin()
        do {
          let value = try await work(transaction)
          try Task.checkCancellation()
          if await steps.keep(transaction, of: visit, since: beginning) { return value }
          throw PostgresError.refused(
            server: address, action: "keep the work of a step", code: "40001", reason: "other work of the run has begun"
          )
        } catch {
          let isOver = await transaction.isLost
          await transaction.rollBack()
          guard isOver || (error as? PostgresError)?.isTransient == true else { throw error }
          attempts += 1
          guard attempts < Self.attempts else {
            throw PostgresError.takenBack(visit: visit.key, attempts: attempts, reason: "\(error)")
          }
          settings.report(.stepRepeats(visit: visit.key, attempt: attempts + 1, reason: "\(error)"))
        }
      } catch let error as PostgresError where error.isTransient {
        settings.report(.stepWaits(visit: visit.key, reason: "\(error)"))
      }
      // The server can't be reached, or the transaction conflicted with another one.
      try await Task.sleep(for: backoff.next())
    }
  }
}

extension PostgresError {
  /// Whether the same transaction may succeed at another attempt.
  fileprivate var isTransient: Bool {
    switch self {
    case .unreachable, .lost: true
    case .refused(_, _, let code, _): code == "40001" || code == "40P01"
    default: false
    }
  }
}
