import CLibPQ
import Dispatch
import Foundation

/// The state of a connection, with the batches that were sent but not answered yet, in their order.
struct ConnectionState {
  /// A batch without an answer.
  struct Flight {
    /// The statement that this batch prepares.
    var prepares: PreparedText?
    var answers: [PostgresRows] = []
    var failure: PostgresFailure?
    let sent: DispatchTime
    /// Whether the time limit for answers applies.
    var isLimited = true
    let finish: (@Sendable (Result<[PostgresRows], PostgresFailure>) -> Void)?
  }

  let handle: ConnectionHandle
  let onNotification: (@Sendable (String) -> Void)?
  let onLoss: (@Sendable () -> Void)?
  var flights: [Flight] = []
  /// The names of the statements that the server has prepared, or will have when it has processed the sent batches.
  var prepared: [PreparedText: String] = [:]
  /// The number of statements that were prepared so far.
  var preparations = 0
  /// The reason why the connection can no longer be used; nil if it can.
  var failure: PostgresFailure?
  /// Calls of code outside the connection, which must be made without the lock.
  var effects: [@Sendable () -> Void] = []

  init(
    _ handle: ConnectionHandle, onNotification: (@Sendable (String) -> Void)?, onLoss: (@Sendable () -> Void)?
  ) {
    self.handle = handle
    self.onNotification = onNotification
    self.onLoss = onLoss
  }

  mutating func takeEffects() -> [@Sendable () -> Void] {
    defer { effects = [] }
    return effects
  }

  /// Returns a separate descriptor for the socket that libpq waits for; nil if it is connected.
  func socket(after status: PostgresPollingStatusType) throws(PostgresFailure) -> Int32? {
    guard PQstatus(handle.connection) != CONNECTION_BAD, status != PGRES_POLLING_FAILED else {
      throw PostgresFailure(kind: .unreachable, reason: sentence(PQerrorMessage(handle.connection)))
    }
    if status == PGRES_POLLING_OK { return nil }
    // Duplicate the descriptor, because libpq may close its socket at any time.
    let descriptor = dup(PQsocket(handle.connection))
    guard descriptor >= 0 else {
      throw PostgresFailure(kind: .unreachable, reason: "the process has no more descriptors")
    }
    return descriptor
  }

  // MARK: Ending

  /// Gives up the connection. The current batches have no answer.
  mutating func lose(_ reason: String? = nil) {
    guard failure == nil else { return }
    end(PostgresFailure(kind: .lost, reason: reason ?? sentence(PQerrorMessage(handle.connection))))
    if let onLoss { effects.append(onLoss) }
  }

  /// Closes the connection.
  mutating func close() {
    guard failure == nil else { return }
    end(PostgresFailure(kind: .lost, reason: "the connection was closed"))
  }

  private mutating func end(_ failure: PostgresFailure) {
    self.failure = failure
    handle.finish()
    let lost = flights
    flights = []
    for flight in lost {
      // A server that refuses a batch and then closes the connection has changed nothing.
      if let finish = flight.finish { effects.append { finish(.failure(flight.failure ?? failure)) } }
    }
  }

  /// Gives up the connection if the first answer is late, and asks the server to cancel its statement.
  mutating func checkAnswers(_ limit: Duration) {
    guard let first = flights.first else {
      handle.watchdog?.cancel()
      handle.watchdog = nil
      return
    }
    guard first.isLimited else { return }
    let age = Double(DispatchTime.now().uptimeNanoseconds - first.sent.uptimeNanoseconds) / 1e9
    guard age > limit / .seconds(1) else { return }
    let cancellation = Cancellation(of: handle.connection)
    lose("the server hasn't answered within \(limit)")
    effects.append { cancellation.send() }
  }
}
