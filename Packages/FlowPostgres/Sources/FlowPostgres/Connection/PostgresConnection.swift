import CLibPQ
import Dispatch
import Foundation

/// A connection to the server, in libpq's pipeline mode. Never blocks a thread.
///
/// Each batch of statements is a transaction of its own, unless it is inside one that `begin` has opened. Batches can be sent before the
/// answers to earlier ones have come.
actor PostgresConnection {
  /// A batch whose answer hasn't come.
  private struct Flight {
    /// The statement that this batch prepares.
    var prepares: String?
    var answers: [PostgresRows] = []
    var failure: PostgresFailure?
    let sent: DispatchTime
    let finish: (@Sendable (Result<[PostgresRows], PostgresFailure>) -> Void)?
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let executor: QueueExecutor
  private let handle: ConnectionHandle
  private let answerLimit: Duration
  private var flights: [Flight] = []
  private var prepared: Set<String> = []
  private var names: [String: String] = [:]
  private let onNotification: (@Sendable (String) -> Void)?
  private let onLoss: (@Sendable () -> Void)?
  /// Why the connection can't be used any more.
  private(set) var failure: PostgresFailure?

  /// Connects.
  ///
  /// - Parameters:
  ///   - address: The address of the server.
  ///   - answerLimit: The time after which an answer doesn't come any more.
  ///   - onNotification: Receives the text of each notification.
  ///   - onLoss: Called when the connection is lost.
  /// - Throws: A ``PostgresFailure`` with the reason.
  init(
    to address: ServerAddress, answerLimit: Duration, onNotification: (@Sendable (String) -> Void)? = nil,
    onLoss: (@Sendable () -> Void)? = nil
  ) async throws(PostgresFailure) {
    let executor = QueueExecutor()
    self.executor = executor
    self.answerLimit = answerLimit
    self.onNotification = onNotification
    self.onLoss = onLoss
    guard let handle = ConnectionHandle(address) else {
      throw PostgresFailure(kind: .unreachable, reason: "there is no memory for a connection")
    }
    self.handle = handle
    try await connect()
    watch()
  }

  // MARK: Connecting

  private func connect() async throws(PostgresFailure) {
    // What PQconnectPoll waits for at first.
    var status = PGRES_POLLING_WRITING
    while true {
      guard PQstatus(handle.connection) != CONNECTION_BAD, status != PGRES_POLLING_FAILED else {
        throw PostgresFailure(kind: .unreachable, reason: sentence(PQerrorMessage(handle.connection)))
      }
      if status == PGRES_POLLING_OK { break }
      let isReady = await waitForSocket(toRead: status == PGRES_POLLING_READING)
      guard isReady else { throw PostgresFailure(kind: .unreachable, reason: "the server doesn't answer") }
      status = PQconnectPoll(handle.connection)
    }
    PQsetnonblocking(handle.connection, 1)
    guard PQenterPipelineMode(handle.connection) == 1 else {
      throw PostgresFailure(kind: .unreachable, reason: "the connection has no pipeline mode")
    }
  }

  /// Waits until the socket can be read or written. Returns false if that takes too long.
  private func waitForSocket(toRead: Bool) async -> Bool {
    // The sources have a descriptor of their own, so that libpq may close its socket at any time.
    let descriptor = dup(PQsocket(handle.connection))
    guard descriptor >= 0 else { return false }
    let source: any DispatchSourceProtocol =
      toRead
      ? DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: executor.queue)
      : DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: executor.queue)
    let timer = DispatchSource.makeTimerSource(queue: executor.queue)
    timer.schedule(deadline: .now() + .seconds(10))
    let (ready, continuation) = AsyncStream<Bool>.makeStream()
    source.setEventHandler { continuation.yield(true) }
    timer.setEventHandler { continuation.yield(false) }
    source.setCancelHandler { closeDescriptor(descriptor) }
    source.activate()
    timer.activate()
    var isReady = false
    for await first in ready {
      isReady = first
      break
    }
    source.cancel()
    timer.cancel()
    return isReady
  }

  private func watch() {
    let descriptor = dup(PQsocket(handle.connection))
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: executor.queue)
    source.setEventHandler { [weak self] in self?.assumeIsolated { $0.read() } }
    source.setCancelHandler { closeDescriptor(descriptor) }
    handle.reading = source
    source.activate()
  }

  // MARK: Sending

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
  private func flush() {
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

  // MARK: Receiving

  private func read() {
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
  private func lose(_ reason: String? = nil) {
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
  private func guardAnswers() {
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

/// Closes a descriptor. Inside the actor, `close` is its own method.
private func closeDescriptor(_ descriptor: Int32) {
  close(descriptor)
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
