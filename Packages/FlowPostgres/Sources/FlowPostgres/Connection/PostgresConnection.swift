import CLibPQ
import Dispatch
import Foundation

/// A connection to the server, in libpq's pipeline mode. Never blocks a thread.
///
/// Each batch of statements is a transaction of its own, unless it is inside one that `begin` has opened. Batches can be sent before the
/// answers to earlier ones have come.
actor PostgresConnection {
  /// A batch whose answer hasn't come.
  struct Flight {
    /// The statement that this batch prepares.
    var prepares: String?
    var answers: [PostgresRows] = []
    var failure: PostgresFailure?
    let sent: DispatchTime
    let finish: (@Sendable (Result<[PostgresRows], PostgresFailure>) -> Void)?
  }

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  let executor: QueueExecutor
  let handle: ConnectionHandle
  let answerLimit: Duration
  var flights: [Flight] = []
  var prepared: Set<String> = []
  var names: [String: String] = [:]
  let onNotification: (@Sendable (String) -> Void)?
  let onLoss: (@Sendable () -> Void)?
  /// Why the connection can't be used any more.
  var failure: PostgresFailure?

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
}

/// Closes a descriptor. Inside the actor, `close` is its own method.
func closeDescriptor(_ descriptor: Int32) {
  close(descriptor)
}
