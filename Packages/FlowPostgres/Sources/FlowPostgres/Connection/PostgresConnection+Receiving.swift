import CLibPQ
import Dispatch
import Foundation

extension PostgresConnection {
  func read() {
    guard failure == nil else { return }
    guard PQconsumeInput(handle.connection) == 1 else { return lose() }
    while let notification = PQnotifies(handle.connection) {
      onNotification?(String(cString: notification.pointee.extra))
      PQfreemem(notification)
    }
    var isAfterNil = false
    while !flights.isEmpty, failure == nil, PQisBusy(handle.connection) == 0 {
      guard let result = PQgetResult(handle.connection) else {
        // Each statement ends with nil. A second one means that there is nothing more.
        if isAfterNil { break }
        isAfterNil = true
        continue
      }
      isAfterNil = false
      receive(result)
      PQclear(result)
    }
    if PQstatus(handle.connection) == CONNECTION_BAD { lose() } else if handle.writing != nil { flush() }
  }

  private func receive(_ result: OpaquePointer) {
    switch PQresultStatus(result) {
    case PGRES_PIPELINE_SYNC:
      let flight = flights.removeFirst()
      guard let finish = flight.finish else {
        if flight.failure != nil, let text = flight.prepares { prepared.remove(text) }
        return
      }
      if let failure = flight.failure { finish(.failure(failure)) } else { finish(.success(flight.answers)) }
    case PGRES_TUPLES_OK, PGRES_COMMAND_OK:
      flights[0].answers.append(PostgresRows(result))
    case PGRES_PIPELINE_ABORTED: break
    default:
      if flights[0].failure == nil {
        let code = PQresultErrorField(result, 67).map { String(cString: $0) }  // 67 is 'C', PG_DIAG_SQLSTATE
        let message = PQresultErrorField(result, 77)  // 77 is 'M', PG_DIAG_MESSAGE_PRIMARY
        let reason = message.map { sentence($0) } ?? sentence(PQresultErrorMessage(result))
        // A server that stops or crashes may have committed before it says so.
        let isStopping = code?.hasPrefix("57P") ?? false
        flights[0].failure = PostgresFailure(kind: isStopping ? .lost : .refused(code ?? "XX000"), reason: reason)
      }
    }
  }

  // MARK: Ending

  /// Gives up the connection: what is under way has no answer.
  func lose(_ reason: String? = nil) {
    guard failure == nil else { return }
    let failure = PostgresFailure(
      kind: .lost, reason: reason ?? sentence(PQerrorMessage(handle.connection)))
    end(failure)
    onLoss?()
  }

  private func end(_ failure: PostgresFailure) {
    self.failure = failure
    handle.finish()
    let lost = flights
    flights = []
    for flight in lost {
      // A server that refuses and then hangs up has changed nothing.
      flight.finish?(.failure(flight.failure ?? failure))
    }
  }

  /// Closes the connection.
  func close() {
    guard failure == nil else { return }
    end(PostgresFailure(kind: .lost, reason: "the connection was closed"))
  }

  /// Gives up the connection if an answer doesn't come for too long, as when the network has lost it.
  func guardAnswers() {
    guard handle.watchdog == nil, failure == nil else { return }
    let timer = DispatchSource.makeTimerSource(queue: executor.queue)
    let interval = max(0.05, answerLimit / .seconds(1) / 4)
    timer.schedule(deadline: .now() + interval, repeating: interval)
    timer.setEventHandler { [weak self] in self?.assumeIsolated { $0.checkAnswers() } }
    handle.watchdog = timer
    timer.activate()
  }

  private func checkAnswers() {
    guard let first = flights.first else {
      handle.watchdog?.cancel()
      handle.watchdog = nil
      return
    }
    let age = Double(DispatchTime.now().uptimeNanoseconds - first.sent.uptimeNanoseconds) / 1e9
    if age > answerLimit / .seconds(1) { lose("the server hasn't answered for \(Int(age)) seconds") }
  }
}

extension PostgresRows {
  fileprivate init(_ result: OpaquePointer) {
    let (rowCount, columnCount) = (PQntuples(result), PQnfields(result))
    tag = String(cString: PQcmdStatus(result))
    affected = Int(String(cString: PQcmdTuples(result))) ?? 0
    for column in 0..<columnCount { names.append(String(cString: PQfname(result, column))) }
    rows.reserveCapacity(Int(rowCount))
    for row in 0..<rowCount {
      var columns: [[UInt8]?] = []
      columns.reserveCapacity(Int(columnCount))
      for column in 0..<columnCount {
        guard PQgetisnull(result, row, column) == 0, let value = PQgetvalue(result, row, column) else {
          columns.append(nil)
          continue
        }
        let bytes = UnsafeRawBufferPointer(start: value, count: Int(PQgetlength(result, row, column)))
        columns.append(Array(bytes))
      }
      rows.append(PostgresRow(columns: columns))
    }
  }
}
