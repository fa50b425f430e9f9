import CLibPQ
import Dispatch
import Foundation

extension PostgresConnection {
  /// Sends statements that succeed or fail together, and waits for their answers.
  ///
  /// - Parameter statements: The statements.
  /// - Returns: The answers, one for each statement.
  /// - Throws: The failure of the batch.
  func send(_ statements: [PostgresStatement]) async throws(PostgresFailure) -> [PostgresRows] {
    let result = await withCheckedContinuation { continuation in
      send(statements) { continuation.resume(returning: $0) }
    }
    return try result.get()
  }

  private func send(
    _ statements: [PostgresStatement],
    _ finish: @escaping @Sendable (Result<[PostgresRows], PostgresFailure>) -> Void
  ) {
    if let failure { return finish(.failure(PostgresFailure(kind: .unreachable, reason: failure.reason))) }
    for statement in statements where statement.isPrepared && !prepared.contains(statement.text) {
      prepare(statement)
    }
    if let failure { return finish(.failure(PostgresFailure(kind: .unreachable, reason: failure.reason))) }
    flights.append(Flight(sent: .now(), finish: finish))
    var isSent = true
    for statement in statements { isSent = isSent && queue(statement) }
    guard isSent, PQpipelineSync(handle.connection) == 1 else { return lose() }
    flush()
    guardAnswers()
  }

  /// Prepares a statement, in a batch of its own, which no other statement can make fail.
  private func prepare(_ statement: PostgresStatement) {
    let name = names[statement.text] ?? "flow\(names.count + 1)"
    names[statement.text] = name
    prepared.insert(statement.text)
    let types = statement.parameters.map(\.type)
    flights.append(Flight(prepares: statement.text, sent: .now(), finish: nil))
    guard PQsendPrepare(handle.connection, name, statement.text, Int32(types.count), types) == 1,
      PQpipelineSync(handle.connection) == 1
    else { return lose() }
  }

  private func queue(_ statement: PostgresStatement) -> Bool {
    let parameters = statement.parameters
    var bytes: [UInt8] = []
    for parameter in parameters { if let value = parameter.bytes { bytes += value } }
    bytes.append(0)
    return bytes.withUnsafeBytes { buffer in
      var place = 0
      var values: [UnsafePointer<CChar>?] = []
      for parameter in parameters {
        values.append(
          parameter.bytes == nil ? nil : buffer.baseAddress?.advanced(by: place).assumingMemoryBound(to: CChar.self))
        place += parameter.bytes?.count ?? 0
      }
      let lengths = parameters.map { Int32($0.bytes?.count ?? 0) }
      let formats = parameters.map { $0.isBinary ? Int32(1) : 0 }
      let count = Int32(parameters.count)
      if statement.isPrepared, let name = names[statement.text] {
        return PQsendQueryPrepared(
          handle.connection, name, count, values, lengths, formats, statement.isBinary ? 1 : 0) == 1
      }
      return PQsendQueryParams(
        handle.connection, statement.text, count, parameters.map(\.type), values, lengths, formats,
        statement.isBinary ? 1 : 0) == 1
    }
  }

  /// Writes what the socket takes, and the rest when it takes more.
  func flush() {
    switch PQflush(handle.connection) {
    case 0:
      handle.writing?.cancel()
      handle.writing = nil
    case 1:
      guard handle.writing == nil else { return }
      let descriptor = dup(PQsocket(handle.connection))
      let source = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: executor.queue)
      source.setEventHandler { [weak self] in self?.assumeIsolated { $0.flush() } }
      source.setCancelHandler { closeDescriptor(descriptor) }
      handle.writing = source
      source.activate()
    default: lose()
    }
  }
}
