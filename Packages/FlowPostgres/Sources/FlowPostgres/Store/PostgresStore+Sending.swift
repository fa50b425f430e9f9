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
    try check(message.key, "The key of a message")
    let received = ReceivedMessage(number: 0, at: StoreTime(milliseconds: 0), message: message)
    let body = try FlowRecord(.message(received)).encoded(within: settings.limits)
    let limits = settings.limits
    var name: String?
    if case .message(let text, _) = message.content { name = text.withoutZeros }
    let limit = message.isCommand ? limits.commands : limits.messages
    let parameters: [PostgresParameter] = [
      .integer(run.rawValue), .text(name), .text(message.content.commandName?.withoutZeros), .text(message.key),
      .utf8(body), .integer(limits.messages), .integer(Int.random(in: Int.min...Int.max)), .integer(limits.commands),
      .integer(message.answering?.record),
    ]
    let answer = try await call(
      "send a message to run \(run)", PostgresStatement(statements.send, parameters), sharing: .run(run.rawValue),
      isRepeatable: message.key != nil)
    switch answer.rows.first?.text(0) {
    case "delivered":
      await wake()
      return .delivered(answer.rows[0].integer(1) ?? 0)
    case "duplicate": return .duplicate
    case "late": return .tooLate
    case "ended": throw .runEnded(run)
    case "full": throw .inboxFull(run, limit: limit)
    default: throw .unknownRun(run)
    }
  }
}
