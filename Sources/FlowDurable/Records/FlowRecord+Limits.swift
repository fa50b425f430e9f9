import FlowJSON

extension FlowRecord {
  /// Encodes the record within the limits of a store.
  ///
  /// - Throws: ``StoreError/tooLarge(value:bytes:limit:)``, ``StoreError/tooDeep(value:limit:)`` or
  ///   ``StoreError/unstorable(value:reason:)``.
  func bytes(_ limits: StoreLimits) throws(StoreError) -> [UInt8] {
    if let problem { throw .unstorable(value: "A record '\(kind)'", reason: problem) }
    let bytes = try RecordText.bytes(members, of: "A value in record '\(kind)'")
    // No part is larger than the whole record.
    guard bytes.count > min(limits.value, limits.snapshot) else { return bytes }
    for (name, value, limit) in values(limits) {
      let size = value.utf8(.compact).count
      if size > limit { throw .tooLarge(value: name, bytes: size, limit: limit) }
    }
    return bytes
  }

  /// The name of the body's kind, as recorded.
  var kind: String {
    switch body {
    case .began: "began"
    case .started: "started"
    case .settled: "settled"
    case .waiting: "waiting"
    case .message: "message"
    case .back: "back"
    case .undone: "undone"
    case .moved: "moved"
    case .parked: "parked"
    case .ended: "ended"
    case .snapshot: "snapshot"
    case .unknown(let members): members.names.first ?? "unknown"
    }
  }

  private func values(_ limits: StoreLimits) -> [(name: String, value: JSONValue, limit: Int)] {
    var values: [(String, JSONValue, Int)] = []
    func add(_ name: String, _ value: JSONValue?, _ limit: Int) {
      if let value { values.append((name, value, limit)) }
    }
    switch body {
    case .began(let began):
      add("The key of a run of flow '\(began.flow)'", began.key.map { .string($0) }, limits.value)
      add("The content of flow '\(began.flow)'", began.content, limits.value)
    case .settled(let settled):
      add("The result of step '\(settled.step)'", settled.result, limits.value)
      add("The failure of step '\(settled.step)'", settled.failure?.json, limits.value)
      for (name, kept) in settled.set.sorted(by: { $0.key < $1.key }) {
        add("The value '\(name)' that step '\(settled.step)' has set", kept.value, limits.value)
      }
    case .message(let received):
      add("The key of \(received.message.name)", received.message.key.map { .string($0) }, limits.value)
      add("The body of \(received.message.name)", received.message.body, limits.value)
    case .undone(let undone):
      add("The failure of the undo of step '\(undone.step)'", undone.failure?.json, limits.value)
    case .parked(let parked): add("The reason why the run is parked", .string(parked.reason), limits.value)
    case .ended(let ended):
      add("The result of the run", ended.result, limits.value)
      add("The failure of the run", ended.failure?.json, limits.value)
    case .snapshot(let snapshot): add("The snapshot", snapshot.state, limits.snapshot)
    case .unknown(let members): add("A record of an unknown kind", .object(members), limits.value)
    case .started, .waiting, .back, .moved: break
    }
    return values
  }
}

extension FlowMessage {
  /// Encodes the message within the limits of a store.
  ///
  /// - Throws: ``StoreError/tooLarge(value:bytes:limit:)`` or ``StoreError/tooDeep(value:limit:)``.
  func bytes(number: Int, at: StoreTime, _ limits: StoreLimits) throws(StoreError) -> [UInt8] {
    try FlowRecord(.message(ReceivedMessage(number: number, at: at, message: self))).bytes(limits)
  }
}
