public import FlowDurable

extension PostgresStore {
  /// Sends a message to a run.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - run: The number of the run.
  /// - Returns: Whether the message was new.
  /// - Throws: `StoreError.unknownRun`, `.runEnded`, `.inboxFull`, or another `StoreError`. If the connection is lost,
  ///   and the message has no key, it isn't known whether the message was sent.
  public func send(_ message: FlowMessage, to run: RunNumber) async throws(StoreError) -> MessageDelivery {
    let received = ReceivedMessage(number: 0, at: StoreTime(milliseconds: 0), message: message)
    let body = try FlowRecord(.message(received)).encoded(within: settings.limits)
    if try await hasOldMessage(like: message, run) { return .duplicate }
    try message.requireStorableNames()
    let limits = settings.limits
    var name: String?
    if case .message(let text, _) = message.content { name = text.composed }
    let limit = message.isCommand ? limits.commands : limits.messages
    let parameters: [PostgresParameter] = [
      .integer(run.rawValue), .text(name), .text(message.content.commandName?.composed), .text(message.key?.composed),
      .utf8(body), .integer(limits.messages), .integer(Int.random(in: Int.min...Int.max)), .integer(limits.commands),
      .integer(message.answering?.record),
    ]
    let answer = try await call(
      "send a message to run \(run)", PostgresStatement(statements.send, parameters), sharing: .run(run.rawValue),
      isRepeatable: message.key != nil)
    switch answer.rows.first?.text(0) {
    case "delivered":
      wake()
      return .delivered(answer.rows[0].integer(1) ?? 0)
    case "duplicate":
      // It makes a parked run due.
      if message.isCommand { wake() }
      return .duplicate
    case "late": return .tooLate
    case "ended": throw .runEnded(run)
    case "full": throw .inboxFull(run, limit: limit)
    default: throw .unknownRun(run)
    }
  }

  /// Returns whether version 0.1 has received a message with the key, if the key has a form that this version changes or
  /// refuses.
  private func hasOldMessage(like message: FlowMessage, _ run: RunNumber) async throws(StoreError) -> Bool {
    guard let key = message.key, !key.utf8.contains(0) else { return false }
    guard key.utf8.count > StoreLimits.nameBytes || !key.isComposed else { return false }
    let statement = PostgresStatement(statements.findMessage, [.integer(run.rawValue), .text(key)])
    return try await !call("send a message to run \(run)", statement).rows.isEmpty
  }
}
