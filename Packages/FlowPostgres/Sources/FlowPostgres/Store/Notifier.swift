/// Sends hints to other processes that a run may be due, and receives such hints from them, with NOTIFY.
///
/// A notification isn't part of the transaction that changes a run, because notifications make commits wait for each
/// other. At most one notification is sent in 20 milliseconds.
///
/// It has a lock, and isn't an actor: an actor that its own task has left continues in Swift's pool, all of whose threads may be
/// blocked. The workers of the store would wait for it.
final class Notifier: Sendable {
  private struct State: Sendable {
    var connection: PostgresConnection?
    var listening: Task<Void, Never>?
    /// Whether the next notification says that a run may be due, and not only that one rests or has ended; nil if there is none to send.
    var isDue: Bool?
    var isSending = false
    var isClosed = false
  }

  private let pool: PostgresPool
  private let channel: String
  private let isOn: Bool
  /// The name of this sender, because a store ignores its own notifications.
  private let name = String(UInt64.random(in: 0...UInt64.max), radix: 36)
  private let state = Locked(State())

  init(_ pool: PostgresPool, channel: String, isOn: Bool) {
    self.pool = pool
    self.channel = channel
    self.isOn = isOn
  }

  /// Notifies other processes soon.
  func notify(due: Bool) {
    guard isOn else { return }
    let begins = state.withLock { state in
      guard !state.isClosed else { return false }
      state.isDue = due || state.isDue ?? false
      defer { state.isSending = true }
      return !state.isSending
    }
    if begins { Task { await send() } }
  }

  private func send() async {
    while let isDue = takeNext() {
      // The commit doesn't wait for the disk, because a hint may be lost.
      let statement = PostgresStatement(
        "select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)",
        [.text(channel), .text(isDue ? name : name + Self.rests)])
      // This is a hint. A process that misses it finds the run within a second.
      _ = try? await pool.call(statement)
      try? await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Returns whether the next notification says that a run may be due; nil if there is none, so that sending ends.
  private func takeNext() -> Bool? {
    state.withLock { state in
      defer { state.isDue = nil }
      state.isSending = state.isDue != nil && !state.isClosed
      return state.isSending ? state.isDue : nil
    }
  }

  /// Listens to other processes until the store is closed. Call it once.
  ///
  /// - Parameter notified: Receives whether a run may be due.
  func listen(_ notified: @escaping @Sendable (_ isDue: Bool) async -> Void) {
    guard isOn else { return }
    let (lost, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let listening = Task { [pool, channel, name, weak self] in
      let first = Backoff(from: .milliseconds(100), to: .seconds(5))
      var backoff = first
      while !Task.isCancelled {
        do {
          let connection = try await pool.connect(
            onNotification: { sender in
              let isDue = !sender.hasSuffix(Self.rests)
              if (isDue ? sender : String(sender.dropLast(Self.rests.count))) != name { Task { await notified(isDue) } }
            }, onLoss: { continuation.yield() })
          guard self?.keep(connection) ?? false else { return connection.close() }
          _ = try await connection.send([PostgresStatement("listen \"\(channel)\"", prepared: false)])
          // There may have been notifications before the connection was open.
          await notified(true)
          backoff = first
          for await _ in lost { break }
        } catch {}
        try? await Task.sleep(for: backoff.next())
      }
    }
    state.withLock { $0.listening = listening }
  }

  /// The end of a notification that a run rests or has ended. Workers of 0.1 take it for the name of another sender.
  private static let rests = "/rests"

  private func keep(_ connection: PostgresConnection) -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.connection = connection
      return true
    }
  }

  func close() {
    let (listening, connection) = state.withLock { state in
      state.isClosed = true
      defer { state.connection = nil }
      return (state.listening, state.connection)
    }
    listening?.cancel()
    connection?.close()
  }
}
