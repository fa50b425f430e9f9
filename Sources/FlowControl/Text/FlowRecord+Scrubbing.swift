import FlowDurable
import FlowJSON

extension FlowRecord {
  /// The record with neutral values: each letter becomes an x, each digit and each integer 0, and each other number
  /// 0.5.
  ///
  /// The shapes of the values stay, so that stored runs can still be checked.
  var scrubbed: FlowRecord {
    var record = self
    record.others = scrubbedOthers
    switch body {
    case .began(var began):
      began.key = began.key?.scrubbed
      began.tenant = began.tenant?.scrubbed
      // The name of a queue can contain the key of the run.
      if began.queue != "default" { began.queue = began.queue.scrubbed }
      began.content = began.content?.scrubbed
      record.body = .began(began)
    case .settled(var settled):
      settled.result = settled.result?.scrubbed
      settled.failure = settled.failure?.scrubbed
      settled.set = settled.set.mapValues { KeptValue($0.value.scrubbed, version: $0.version) }
      record.body = .settled(settled)
    case .message(let received):
      var message = received.message
      message.key = message.key?.scrubbed
      switch message.content {
      case .message(let name, let body): message.content = .message(name: name, body: body.scrubbed)
      case .change(var change):
        (change.body, change.draft) = (change.body.scrubbed, change.draft?.scrubbed)
        message.content = .change(change)
      case .cancel, .back, .retry, .touch: break
      }
      if let draft = message.answering?.draft { message.answering?.draft = draft.scrubbed }
      record.body = .message(ReceivedMessage(number: received.number, at: received.at, message: message))
    case .undone(var undone):
      undone.failure = undone.failure?.scrubbed
      record.body = .undone(undone)
    case .ended(var ended):
      ended.result = ended.result?.scrubbed
      ended.failure = ended.failure?.scrubbed
      record.body = .ended(ended)
    case .snapshot(var snapshot):
      snapshot.state = snapshot.state.scrubbedState
      record.body = .snapshot(snapshot)
    case .unknown: record.body = .unknown(JSONObject())
    case .waiting(var waiting):
      if let failed = waiting.failed { waiting.failed?.failure = failed.failure.scrubbed }
      record.body = .waiting(waiting)
    // The reason of a parked run quotes no values.
    case .started, .back, .moved, .parked: break
    }
    return record
  }
}

extension FlowRecord {
  /// The members beside those of the kind. Some describe the position of the run, so that a check needs them; the others are
  /// values of a newer version or of another program.
  private var scrubbedOthers: JSONObject {
    JSONObject(
      others.map { name, value in
        if Self.membersOfCourse.contains(name) { return (name, value) }
        return (name, Self.membersOfAnswers.contains(name) ? value.scrubbedState : value.scrubbed)
      })
  }
}

extension RecordedFailure {
  fileprivate var scrubbed: RecordedFailure {
    RecordedFailure(type: type, text: text.scrubbed, value: value?.scrubbed)
  }
}

extension String {
  fileprivate var scrubbed: String {
    String(map { $0.isNumber ? "0" : $0.isLetter ? "x" : $0.isASCII ? $0 : "x" })
  }
}

extension JSONValue {
  /// The value with neutral text and numbers. The names of members stay.
  fileprivate var scrubbed: JSONValue {
    switch self {
    case .null, .bool: self
    case .integer: 0
    case .number: 0.5
    case .string(let text): .string(text.scrubbed)
    case .array(let elements): .array(elements.map(\.scrubbed))
    case .object(let object): .object(JSONObject(object.map { ($0.name, $0.value.scrubbed) }))
    }
  }

  /// The state of a snapshot with neutral values. The members with these names contain values; the others describe the
  /// position of the run.
  fileprivate var scrubbedState: JSONValue {
    switch self {
    case .array(let elements): .array(elements.map(\.scrubbedState))
    case .object(let object):
      .object(
        JSONObject(
          object.map { name, value in
            switch name {
            case "content", "result", "value", "body", "text", "key", "draft", "problems": (name, value.scrubbed)
            case "values", "set", "old", "proposals": (name, value.scrubbedMembers)
            case "counts": (name, value)
            default: (name, value.scrubbedState)
            }
          }))
    default: self
    }
  }

  /// The state with neutral values in each member. The program has chosen the names of the members.
  private var scrubbedMembers: JSONValue {
    guard case .object(let object) = self else { return scrubbed }
    return .object(JSONObject(object.map { ($0.name, $0.value.scrubbedState) }))
  }
}
