import CLibPQ
import Dispatch

extension ConnectionState {
  /// Sends statements that succeed or fail together.
  mutating func send(
    _ statements: [PostgresStatement], isLimited: Bool,
    _ finish: @escaping @Sendable (Result<[PostgresRows], PostgresFailure>) -> Void
  ) {
    for statement in statements where statement.isPrepared && prepared[PreparedText(statement.text)] == nil {
      if failure == nil { prepare(statement) }
    }
    if let failure {
      return effects.append { finish(.failure(PostgresFailure(kind: .unreachable, reason: failure.reason))) }
    }
    flights.append(Flight(sent: .now(), isLimited: isLimited, finish: finish))
    var isSent = true
    for statement in statements { isSent = isSent && queue(statement) }
    guard isSent, PQpipelineSync(handle.connection) == 1 else { return lose() }
    flush()
  }

  /// Prepares a statement in a batch of its own, so that no other statement can make it fail.
  private mutating func prepare(_ statement: PostgresStatement) {
    preparations += 1
    let name = "flow\(preparations)"
    prepared[PreparedText(statement.text)] = name
    let types = statement.parameters.map(\.type)
    flights.append(Flight(prepares: PreparedText(statement.text), sent: .now(), finish: nil))
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
      if statement.isPrepared, let name = prepared[PreparedText(statement.text)] {
        return PQsendQueryPrepared(
          handle.connection, name, count, values, lengths, formats, statement.isBinary ? 1 : 0) == 1
      }
      return PQsendQueryParams(
        handle.connection, statement.text, count, parameters.map(\.type), values, lengths, formats,
        statement.isBinary ? 1 : 0) == 1
    }
  }

  /// Writes as much as the socket accepts. The rest follows when the socket accepts more.
  mutating func flush() {
    switch PQflush(handle.connection) {
    case 0: handle.setWriting(false)
    case 1: handle.setWriting(true)
    default: lose()
    }
  }
}
