/// Sends hints to other processes that a run may be due, and receives such hints from them, with NOTIFY.
///
/// A notification isn't part of the transaction that changes a run, because notifications make commits wait for each
/// other. At most one notification is sent in 20 milliseconds.
actor Notifier {
  private let pool: PostgresPool
  private let channel: String
  private let isOn: Bool
  /// The name of this sender, because a store ignores its own notifications.
  private let name = String(UInt64.random(in: 0...UInt64.max), radix: 36)
  private var connection: PostgresConnection?
  private var listening: Task<Void, Never>?
  /// Whether the next notification says that a run may be due, and not only that one rests or has ended; nil if there is none to send.
  private var isDue: Bool?
  private var isSending = false
  private var isClosed = false

  init(_ pool: PostgresPool, channel: String, isOn: Bool) {
    self.pool = pool
    self.channel = channel
    self.isOn = isOn
  }

  /// Notifies other processes soon.
  func notify(due: Bool) {
    guard isOn, !isClosed else { return }
    isDue = due || isDue ?? false
    guard !isSending else { return }
    isSending = true
    Task { await self.send() }
  }

  private func send() async {
    while let isDue, !isClosed {
      self.isDue = nil
      // The commit doesn't wait for the disk, because a hint may be lost.
      let statement = PostgresStatement(
        "select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)",
        [.text(channel), .text(isDue ? name : name + Self.rests)])
      // This is a hint. A process that misses it finds the run within a second.
      _ = try? await pool.call(statement)
      try? await Task.sleep(for: .milliseconds(20))
    }
    isSending = false
  }

  /// Listens to other processes until the store is closed.
  ///
  /// - Parameter notified: Receives whether a run may be due.
  func listen(_ notified: @escaping @Sendable (_ isDue: Bool) async -> Void) {
    guard isOn, listening == nil else { return }
    let (lost, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    listening = Task { [pool, channel, name, weak self] in
      var delay = Duration.milliseconds(100)
      while !Task.isCancelled {
        do {
          let connection = try await pool.connect(
            onNotification: { sender in
              let isDue = !sender.hasSuffix(Self.rests)
              if (isDue ? sender : String(sender.dropLast(Self.rests.count))) != name { Task { await notified(isDue) } }
            }, onLoss: { continuation.yield() })
          guard await self?.keep(connection) ?? false else { return connection.close() }
          _ = try await connection.send([PostgresStatement("listen \"\(channel)\"", prepared: false)])
          // There may have been notifications before the connection was open.
          await notified(true)
          delay = .milliseconds(100)
          for await _ in lost { break }
        } catch {}
        try? await Task.sleep(for: delay * Double.random(in: 0.5...1))
        delay = min(delay * 2, .seconds(5))
      }
    }
  }

  /// The end of a notification that a run rests or has ended. Workers of 0.1 take it for the name of another sender.
  private static let rests = "/rests"

  private func keep(_ connection: PostgresConnection) -> Bool {
    self.connection = connection
    return !isClosed
  }

  func close() async {
    isClosed = true
    listening?.cancel()
    connection?.close()
    connection = nil
  }
}
