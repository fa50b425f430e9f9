import Foundation
public import FlowJSON
import FlowState

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
    }
    self["key"] = message.key.map { .string($0) }
  }
}

extension RecordedFailure {
  var json: JSONValue {
    var object: JSONObject = ["type": .string(type), "text": .string(text)]
    object["value"] = value
    return .object(object)
  }
}
