public import FlowDurable

extension PostgresStore {
  /// Appends records to a claimed run and sets its disposition, in one atomic change.
  ///
  /// If a step has worked in a transaction, the same transaction commits the records and the work.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - run: The run.
  ///   - disposition: The state of the run after the append.
  /// - Returns: The messages that the worker hasn't received yet.
  /// - Throws: `StoreError.leaseLost` if the claim isn't the run's latest; another `StoreError`.
  public func append(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition
  ) async throws(StoreError) -> RunInbox {
    let token = appends.token(records, to: run, then: disposition)
    let append = try PreparedAppend(records, to: run, then: disposition, token: token, settings.limits)
    switch await steps.take(records, of: run, token: token) {
    case .none: break
    case .open(let transaction): return try await self.append(append, to: run, then: disposition, in: transaction)
    case .over(let token): return try await inbox(ofAppend: token, to: run, then: disposition)
    case .refused(let error): throw error
    }
    do throws(StoreError) {
      let statement = PostgresStatement(statements[append.kind], append.parameters)
      let answer = try await call("record run \(run.run)", statement, sharing: .run(run.run.rawValue))
      let inbox = try await inbox(after: answer, append, to: run, then: disposition)
      appends.settle(run)
      return inbox
    } catch {
      if error.isTemporary {
        // The append may have succeeded, even if the query after it has failed.
        appends.lose(token, records, to: run, then: disposition)
      } else if case .leaseLost = error {
        appends.settle(run)
        await steps.giveUp(run)
      }
      throw error
    }
  }

  private func append(
    _ append: PreparedAppend, to run: ClaimedRun, then disposition: RunDisposition, in transaction: PostgresTransaction
  ) async throws(StoreError) -> RunInbox {
    let statement = PostgresStatement(statements[append.kind], append.parameters, prepared: false)
    var row: PostgresRow?
    do throws(PostgresFailure) {
      row = try await transaction.send(statement).rows.first
      if row == nil { await transaction.rollBack() } else { try await transaction.commit() }
    } catch {
      await transaction.rollBack()
      if let code = error.code, error.isAboutWork {
        let error = StoreError.unstorable(
          value: "The work of a step of run \(run.run)", reason: "\(error.reason) (\(code))")
        steps.refuse(run, because: error)
        throw error
      }
      // The commit may have succeeded.
      return try await inbox(ofAppend: append.token, to: run, then: disposition)
    }
    guard let row else {
      await steps.giveUp(run)
      throw .leaseLost(run.run)
    }
    steps.settle(run)
    return await inbox(row, of: run, then: disposition)
  }

  /// Returns the result of an append in a transaction that has ended.
  ///
  /// If the append wasn't made, the work of the step is missing, too, so the run is given up: the step works again when
  /// the lease has ended. While the server doesn't answer, the store remembers the token, and the next attempt queries
  /// it again.
  private func inbox(
    ofAppend token: Int?, to run: ClaimedRun, then disposition: RunDisposition
  ) async throws(StoreError) -> RunInbox {
    guard let token, let row = try await made(token, of: run) else {
      await steps.giveUp(run)
      throw .leaseLost(run.run)
    }
    steps.settle(run)
    return await inbox(row, of: run, then: disposition)
  }

  /// Returns the result of an append that was made; nil if it wasn't.
  private func made(_ token: Int, of run: ClaimedRun) async throws(StoreError) -> PostgresRow? {
    let parameters: [PostgresParameter] = [.integer(run.run.rawValue), .integer(run.fence), .integer(token)]
    return try await call("record run \(run.run)", PostgresStatement(statements.checkAppend, parameters)).rows.first
  }

  private func inbox(
    after answer: PostgresRows, _ append: PreparedAppend, to run: ClaimedRun, then disposition: RunDisposition
  ) async throws(StoreError) -> RunInbox {
    if let row = answer.rows.first { return await inbox(row, of: run, then: disposition) }
    // The same append may have been made earlier, and its answer lost with the connection.
    guard let row = try await made(append.token, of: run) else { throw .leaseLost(run.run) }
    return await inbox(row, of: run, then: disposition)
  }

  private func inbox(_ row: PostgresRow, of run: ClaimedRun, then disposition: RunDisposition) async -> RunInbox {
    var arrived = row.integer(1) ?? 0
    let hasMessages = arrived > run.seen
    var messages: [ReceivedMessage] = []
    var isEnd = false
    if case .end = disposition { isEnd = true }
    if hasMessages, !isEnd {
      // The append doesn't return messages that arrived while it waited for the row. It was made, so it succeeds even
      // if they can't be read: the worker receives them with the next append.
      var seen = run.seen
      do throws(StoreError) { try await readMessages(of: run.run, into: &messages, after: &seen, to: arrived) } catch {}
      arrived = seen
    }
    let leaseEnds = row.integer(2).map { StoreTime(milliseconds: Int64($0)) }
    if leaseEnds == nil {
      await steps.release(run)
      wake(due: disposition.isDue(at: row.integer(3) ?? 0) || hasMessages && !isEnd)
    }
    return RunInbox(
      messages: messages, arrived: arrived, now: StoreTime(milliseconds: Int64(row.integer(3) ?? 0)),
      leaseEnds: leaseEnds, lastRecord: row.integer(0) ?? 0)
  }

  /// Reads the messages that the worker of a run hasn't received yet, a share after the other. After an error, the run still has those that
  /// were read.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - messages: The messages, to which the method adds those that it reads.
  ///   - seen: The number of the latest message that was read before. The method counts it up.
  ///   - last: The number of the last message to read.
  /// - Throws: An error of the server, or of a message that can't be read.
  func readMessages(
    of run: RunNumber, into messages: inout [ReceivedMessage], after seen: inout Int, to last: Int
  ) async throws(StoreError) {
    while true {
      let parameters: [PostgresParameter] = [.integer(run.rawValue), .integer(seen), .integer(last)]
      let answer = try await call("read messages", PostgresStatement(statements.messages, parameters))
      for row in answer.rows {
        let message = try Self.message(row.columns, of: run)
        messages.append(message)
        seen = message.number
      }
      guard let row = answer.rows.last, row.integer(3) ?? 0 > answer.rows.count else { break }
    }
    seen = last
  }

  /// Reads a message from its number, its time, and its body.
  static func message(_ columns: [[UInt8]?], of run: RunNumber) throws(StoreError) -> ReceivedMessage {
    let row = PostgresRow(columns: columns)
    let record = try FlowRecord(decoding: columns[2] ?? [], of: run, number: 0)
    guard case .message(let received) = record.body else {
      throw .unstorable(value: "Message \(row.integer(0) ?? 0) of run \(run)", reason: "it isn't a message")
    }
    return ReceivedMessage(
      number: row.integer(0) ?? 0, at: StoreTime(milliseconds: Int64(row.integer(1) ?? 0)), message: received.message)
  }
}

extension RunDisposition {
  /// Whether a worker may claim the run at once, without a message.
  fileprivate func isDue(at now: Int) -> Bool {
    switch self {
    case .release(let delay): delay <= .zero
    case .wait(.after(let delay), _): delay <= .zero
    case .wait(.at(let time), _): time.milliseconds <= now
    case .hold, .wait(.never, _), .park, .end: false
    }
  }
}

extension PostgresFailure {
  /// Whether the server would refuse the same work again, because a constraint fails at the commit, or because the step
  /// has ignored the failure of a statement.
  fileprivate var isAboutWork: Bool {
    guard let code else { return false }
    return code == "25P02" || ["22", "23", "44", "P0"].contains { code.hasPrefix($0) }
  }
}
