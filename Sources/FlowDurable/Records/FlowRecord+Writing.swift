public import FlowJSON
import FlowState
import Foundation

extension FlowRecord {
  /// The record as a JSON object, without the number of its run and without its own number.
  ///
  /// The member with the kind comes first. Members with default values are omitted. Members of ``others`` are omitted
  /// if the record has a member of its own with that name, or if the name is `run`, `number`, `received`, `kept`, or
  /// `then`, which belong to the store.
  public var json: JSONValue { .object(members) }

  /// The members of the record's JSON object.
  var members: JSONObject {
    var object = JSONObject()
    switch body {
    case .began(let began): object.write(began)
    case .started(let started):
      object["started"] = .string(started.step)
      object.writeVisit(started.visit, started.attempt)
    case .settled(let settled): object.write(settled)
    case .waiting(let waiting):
      object["waiting"] = .string(waiting.step)
      object["visit"] = .integer(Int64(waiting.visit))
      object["due"] = waiting.due.map { .integer($0.milliseconds) }
      if !waiting.names.isEmpty { object["names"] = .array(waiting.names.map { .string($0) }) }
      object["failed"] = waiting.failed?.json
    case .message(let received):
      object.write(received.message)
      object["arrival"] = .integer(Int64(received.number))
      object["arrived"] = .integer(received.at.milliseconds)
    case .back(let back): object["back"] = .string(back.step)
    case .undone(let undone):
      object["undone"] = .string(undone.step)
      object.writeVisit(undone.visit, undone.attempt)
      object["failure"] = undone.failure?.json
    case .moved(let moved):
      object["moved"] = .string(moved.old)
      object["to"] = .string(moved.step)
    case .parked(let parked):
      object["parked"] = .string(parked.reason)
      object["step"] = parked.step.map { .string($0) }
    case .ended(let ended):
      object["ended"] = .string(ended.ending.rawValue)
      object["result"] = ended.result
      object["failure"] = ended.failure?.json
    case .snapshot(let snapshot):
      object["snapshot"] = snapshot.state
      object["step"] = snapshot.step.map { .string($0) }
    case .unknown(let members):
      object = members
      object.removeAll { Self.ownMembers.contains($0.name) }
    }
    object["lane"] = lane.map { .string($0) }
    if !taken.isEmpty { object["taken"] = .array(taken.map { .integer(Int64($0)) }) }
    object["at"] = at.map { .integer($0.milliseconds) }
    guard !others.isEmpty else { return object }
    let own = Self.members(of: Self.kind(of: object) ?? "")
    for (name, value) in others where !own.contains(name) && object[name] == nil { object[name] = value }
    return object
  }
}

extension JSONObject {
  fileprivate mutating func writeVisit(_ visit: Int, _ attempt: Int) {
    self["visit"] = .integer(Int64(visit))
    if attempt != 1 { self["attempt"] = .integer(Int64(attempt)) }
  }

  fileprivate mutating func write(_ began: FlowRecord.Began) {
    self["began"] = .string(began.flow)
    self["key"] = began.key.map { .string($0) }
    if began.reusesKey { self["reused"] = true }
    self["content"] = began.content
    if !began.assignments.isEmpty { self["assignments"] = .array(began.assignments.map(\.json)) }
    if let parent = began.parent {
      self["parent"] = [
        "run": .integer(Int64(parent.run.rawValue)), "step": .string(parent.step),
        "visit": .integer(Int64(parent.visit)),
      ]
    }
    if began.queue != "default" { self["queue"] = .string(began.queue) }
    self["tenant"] = began.tenant.map { .string($0) }
    // Stores keep only 32 bits of it.
    if began.priority != 0 { self["priority"] = .integer(Int64(Int32(clamping: began.priority))) }
  }

  fileprivate mutating func write(_ settled: FlowRecord.Settled) {
    self["settled"] = .string(settled.step)
    writeVisit(settled.visit, settled.attempt)
    self["result"] = settled.result
    self["failure"] = settled.failure?.json
    if !settled.set.isEmpty {
      let values = settled.set.sorted { $0.key < $1.key }
      self["set"] = .object(JSONObject(values.map { ($0.key, $0.value.value) }))
      let versions = values.filter { $0.value.version != 1 }
      if !versions.isEmpty {
        self["versions"] = .object(JSONObject(versions.map { ($0.key, .integer(Int64($0.value.version))) }))
      }
    }
    if !settled.removed.isEmpty { self["removed"] = .array(settled.removed.sorted().map { .string($0) }) }
    self["route"] = settled.route.map { .string($0) }
    self["to"] = settled.destination.map { .string($0) }
    self["ms"] = settled.milliseconds.map { .integer(Int64($0)) }
  }

  mutating func write(_ message: FlowMessage) {
    switch message.content {
    case .message(let name, let body):
      self["message"] = .string(name)
      self["body"] = body
    case .cancel: self["command"] = "cancel"
    case .back(let step):
      self["command"] = "back"
      self["to"] = .string(step)
    case .retry: self["command"] = "retry"
    case .change(let change):
      self["command"] = "change"
      self["visit"] = .string(change.visit.description)
      self["answer"] = .string(change.message)
      self["body"] = change.body
      self["draft"] = change.draft
      if change.keepsLater { self["keeps"] = true }
    case .touch: self["command"] = "touch"
    }
    self["key"] = message.key.map { .string($0) }
    if let answer = message.answering {
      self["visit"] = .string(answer.visit.description)
      self["resting"] = .integer(Int64(answer.record))
      self["draft"] = answer.draft
    }
  }
}

extension FlowRecord.FailedAttempt {
  var json: JSONValue {
    ["attempt": .integer(Int64(attempt)), "count": .integer(Int64(count)), "failure": failure.json]
  }
}

extension RecordedFailure {
  var json: JSONValue {
    var object: JSONObject = ["type": .string(type), "text": .string(text)]
    object["value"] = value
    return .object(object)
  }
}

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
      add("The draft of \(received.message.name)", received.message.draft, limits.value)
    case .undone(let undone):
      add("The failure of the undo of step '\(undone.step)'", undone.failure?.json, limits.value)
    case .parked(let parked): add("The reason why the run is parked", .string(parked.reason), limits.value)
    case .ended(let ended):
      add("The result of the run", ended.result, limits.value)
      add("The failure of the run", ended.failure?.json, limits.value)
    case .snapshot(let snapshot): add("The snapshot", snapshot.state, limits.snapshot)
    case .unknown(let members): add("A record of an unknown kind", .object(members), limits.value)
    case .waiting(let waiting):
      add("The failure of step '\(waiting.step)'", waiting.failed?.failure.json, limits.value)
    case .started, .back, .moved: break
    }
    // Each holds an answer and its draft.
    for name in [RunCourse.answer, RunCourse.refused, RunCourse.change] {
      add("The member '\(name)' of a record", others[name], limits.answer)
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
