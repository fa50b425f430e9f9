import CLibPQ
import Dispatch
import Foundation

/// A connection to the server in libpq's pipeline mode, which never blocks a thread.
///
/// Each batch of statements is a transaction of its own, unless `begin` has opened a transaction around it. Batches can
/// be sent before earlier ones are answered.
///
/// A batch is sent on the caller's thread. Its answer is read on the thread of the loop, which then calls the waiting
/// closure.
final class PostgresConnection: Sendable {
  private let state: Locked<ConnectionState>
  private let answerLimit: Duration

  /// Opens a connection.
  ///
  /// - Parameters:
  ///   - address: The address of the server.
  ///   - loop: The loop that watches the socket.
  ///   - answerLimit: The time after which an answer is no longer expected.
  ///   - onNotification: Receives the text of each notification.
  ///   - onLoss: Called when the connection is lost.
  /// - Throws: A ``PostgresFailure`` with the reason.
  init(
    to address: ServerAddress, in loop: SocketLoop, answerLimit: Duration,
    onNotification: (@Sendable (String) -> Void)? = nil, onLoss: (@Sendable () -> Void)? = nil
  ) async throws(PostgresFailure) {
    self.answerLimit = answerLimit
    guard let handle = ConnectionHandle(address, loop) else {
      throw PostgresFailure(kind: .unreachable, reason: "there is no memory for a connection")
    }
    state = Locked(ConnectionState(handle, onNotification: onNotification, onLoss: onLoss))
    try await connect()
    let isWatched = state.withLock { state in
      state.handle.watch { [weak self] in self?.change { $0.read() } }
    }
    guard isWatched else {
      throw PostgresFailure(kind: .unreachable, reason: "the process has no more descriptors")
    }
  }

  /// The reason why the connection can no longer be used; nil if it can.
  var failure: PostgresFailure? { state.withLock { $0.failure } }

  /// Sends statements that succeed or fail together, and waits for their answers.
  ///
  /// - Parameters:
  ///   - statements: The statements.
  ///   - isLimited: Whether to give up the connection if the answer is late.
  /// - Returns: The answers, one for each statement.
  /// - Throws: The failure of the batch.
  func send(
    _ statements: [PostgresStatement], isLimited: Bool = true
  ) async throws(PostgresFailure) -> [PostgresRows] {
    let result = await withCheckedContinuation { continuation in
      send(statements, isLimited: isLimited) { continuation.resume(returning: $0) }
    }
    return try result.get()
  }

  /// Sends statements that succeed or fail together.
  ///
  /// - Parameters:
  ///   - statements: The statements.
  ///   - isLimited: Whether to give up the connection if the answer is late.
  ///   - finish: Receives the answers, one for each statement, or the failure of the batch. Called once, on the thread
  ///     of the loop, or on the current thread if the connection can't be used.
  func send(
    _ statements: [PostgresStatement], isLimited: Bool = true,
    _ finish: @escaping @Sendable (Result<[PostgresRows], PostgresFailure>) -> Void
  ) {
    change {
      $0.send(statements, isLimited: isLimited, finish)
      guardAnswers(&$0)
    }
  }

  /// Closes the connection.
  func close() {
    change { $0.close() }
  }

  /// Changes the state, and then makes the resulting calls without the lock.
  private func change(_ body: (inout ConnectionState) -> Void) {
    let effects = state.withLock { state in
      body(&state)
      return state.takeEffects()
    }
    for effect in effects { effect() }
  }

  /// Gives up the connection if an answer is late, for example because the network has lost it.
  private func guardAnswers(_ state: inout ConnectionState) {
    guard state.handle.watchdog == nil, state.failure == nil else { return }
    let timer = DispatchSource.makeTimerSource(queue: .global())
    // A timer can't wait for thousands of years.
    let interval = min(max(0.05, answerLimit / .seconds(1) / 4), 60)
    timer.schedule(deadline: .now() + interval, repeating: interval)
    timer.setEventHandler { [weak self, answerLimit] in self?.change { $0.checkAnswers(answerLimit) } }
    state.handle.watchdog = timer
    timer.activate()
  }

  // MARK: Connecting

  private func connect() async throws(PostgresFailure) {
    // PQconnectPoll first waits for writing.
    var status = PGRES_POLLING_WRITING
    while true {
      guard let descriptor = try state.withLock({ state throws(PostgresFailure) in try state.socket(after: status) })
      else { break }
      let isReady = await Self.wait(for: descriptor, toRead: status == PGRES_POLLING_READING)
      guard isReady else { throw PostgresFailure(kind: .unreachable, reason: "the server doesn't answer") }
      status = state.withLock { PQconnectPoll($0.handle.connection) }
    }
    try state.withLock { state throws(PostgresFailure) in
      PQsetnonblocking(state.handle.connection, 1)
      guard PQenterPipelineMode(state.handle.connection) == 1 else {
        throw PostgresFailure(kind: .unreachable, reason: "the connection has no pipeline mode")
      }
    }
  }

  /// Waits until a socket can be read or written, and closes its descriptor. Returns false after a timeout.
  private static func wait(for descriptor: Int32, toRead: Bool) async -> Bool {
    let queue = DispatchQueue(label: "FlowPostgres.connecting")
    let source: any DispatchSourceProtocol =
      toRead
      ? DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      : DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: queue)
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + .seconds(10))
    let (ready, continuation) = AsyncStream<Bool>.makeStream()
    source.setEventHandler { continuation.yield(true) }
    timer.setEventHandler { continuation.yield(false) }
    source.setCancelHandler { Foundation.close(descriptor) }
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
}
