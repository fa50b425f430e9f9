import CLibPQ

extension ConnectionState {
  /// Reads the data that has arrived, and writes as much as the socket accepts.
  mutating func read() {
    guard failure == nil else { return }
    guard PQconsumeInput(handle.connection) == 1 else { return lose() }
    while let notification = PQnotifies(handle.connection) {
      let text = String(cString: notification.pointee.extra)
      PQfreemem(notification)
      if let onNotification { effects.append { onNotification(text) } }
    }
    var isAfterNil = false
    while !flights.isEmpty, failure == nil, PQisBusy(handle.connection) == 0 {
      guard let result = PQgetResult(handle.connection) else {
        // Each statement ends with nil. A second nil means that there are no more results.
        if isAfterNil { break }
        isAfterNil = true
        continue
      }
      isAfterNil = false
      receive(result)
      PQclear(result)
    }
    if PQstatus(handle.connection) == CONNECTION_BAD { lose() } else if handle.isWriting { flush() }
  }

  private mutating func receive(_ result: OpaquePointer) {
    switch PQresultStatus(result) {
    case PGRES_PIPELINE_SYNC:
      let flight = flights.removeFirst()
      guard let finish = flight.finish else {
        if flight.failure != nil, let text = flight.prepares { prepared[text] = nil }
        return
      }
      let result = flight.failure.map { Result.failure($0) } ?? .success(flight.answers)
      effects.append { finish(result) }
    case PGRES_TUPLES_OK, PGRES_COMMAND_OK:
      flights[0].answers.append(PostgresRows(result))
    case PGRES_PIPELINE_ABORTED: break
    case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
      // libpq returns this result again and again, and nothing but the end of the connection ends the copy in a pipeline.
      let reason = "COPY from or to the client isn't supported, so the connection was closed"
      flights[0].failure = flights[0].failure ?? PostgresFailure(kind: .refused("0A000"), reason: reason)
      lose(reason)
    default:
      flights[0].failure = flights[0].failure ?? PostgresFailure(result)
    }
  }
}

extension PostgresFailure {
  fileprivate init(_ result: OpaquePointer) {
    func field(_ name: Character) -> String? {
      PQresultErrorField(result, Int32(name.asciiValue ?? 0)).map { String(cString: $0) }
    }
    guard PQresultStatus(result) != PGRES_EMPTY_QUERY else {
      self.init(kind: .refused("42601"), reason: "the statement is empty")
      return
    }
    let message = PQresultErrorField(result, 77)  // 77 is 'M', PG_DIAG_MESSAGE_PRIMARY
    let reason = message.map { sentence($0) } ?? sentence(PQresultErrorMessage(result))
    // PG_DIAG_SQLSTATE; PG_DIAG_SEVERITY_NONLOCALIZED, which PgBouncer doesn't send; PG_DIAG_SEVERITY.
    self.init(code: field("C"), severity: field("V") ?? field("S"), reason: reason)
  }
}

extension PostgresRows {
  fileprivate init(_ result: OpaquePointer) {
    let (rowCount, columnCount) = (PQntuples(result), PQnfields(result))
    tag = String(cString: PQcmdStatus(result))
    affected = Int(String(cString: PQcmdTuples(result))) ?? 0
    // Only text columns are read by name.
    for column in 0..<columnCount where PQfformat(result, column) == 0 {
      names.append(String(cString: PQfname(result, column)))
    }
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
