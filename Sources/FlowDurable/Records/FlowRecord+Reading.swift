public import FlowJSON

extension FlowRecord {
  /// Reads a record.
  ///
  /// The members `run`, `number` and `then` belong to the store and are skipped.
  ///
  /// - Parameters:
  ///   - json: The record as a JSON object.
  ///   - number: The number of the record in its run.
  /// - Throws: `JSONTypeError` with the place of a member that doesn't have the expected form.
  public init(json: JSONValue, number: Int = 0) throws(JSONTypeError) {
    let reader = try RecordReader(JSONElement(json))
    let body = try reader.body()
    self.init(body)
    self.number = number
    lane = try reader.string("lane")
    taken = try reader.integers("taken")
    at = try reader.time("at")
    if case .unknown(let members) = body {
      var members = members
      members.removeAll { FlowRecord.reserved.contains($0.name) || ["lane", "taken", "at"].contains($0.name) }
      self.body = .unknown(members)
    } else {
      others = reader.others
    }
  }
}

/// Reads the members of a record.
private struct RecordReader {
  let element: JSONElement
  private let object: JSONObject
  private let kind: String

  init(_ element: JSONElement) throws(JSONTypeError) {
    self.element = element
    object = try element.object()
    kind = FlowRecord.kind(of: object) ?? ""
  }

  /// The members that don't belong to the kind.
  var others: JSONObject {
    let known = FlowRecord.members(of: kind)
    guard object.contains(where: { !known.contains($0.name) }) else { return JSONObject() }
    var others = object
    others.removeAll { known.contains($0.name) }
    return others
  }

  func string(_ name: String) throws(JSONTypeError) -> String? {
    switch object[name] {
    case nil: return nil
    case .string(let text): return text
    default: throw element[name].mismatch("a string")
    }
  }

  func integer(_ name: String) throws(JSONTypeError) -> Int? {
    switch object[name] {
    case nil: return nil
    case .integer(let integer): return Int(clamping: integer)
    default: throw element[name].mismatch("an integer")
    }
  }

  func time(_ name: String) throws(JSONTypeError) -> StoreTime? {
    try integer(name).map { StoreTime(milliseconds: Int64($0)) }
  }

  func integers(_ name: String) throws(JSONTypeError) -> [Int] {
    guard object[name] != nil else { return [] }
    var integers: [Int] = []
    for element in try element[name].array() { integers.append(Int(clamping: try element.integer())) }
    return integers
  }

  func strings(_ name: String) throws(JSONTypeError) -> [String] {
    guard object[name] != nil else { return [] }
    var strings: [String] = []
    for element in try element[name].array() { strings.append(try element.string()) }
    return strings
  }

  func failure() throws(JSONTypeError) -> RecordedFailure? {
    guard object["failure"] != nil else { return nil }
    return try RecordedFailure(element["failure"])
  }

  private func visit() throws(JSONTypeError) -> Int {
    Int(try element["visit"].integer(in: 1...Int64(Int32.max)))
  }

  private func attempt() throws(JSONTypeError) -> Int { try integer("attempt") ?? 1 }

  func body() throws(JSONTypeError) -> FlowRecord.Body {
    switch kind {
    case "began": return .began(try began())
    case "started": return .started(.init(step: try element[kind].string(), visit: try visit(), attempt: try attempt()))
    case "settled": return .settled(try settled())
    case "waiting":
      var waiting = FlowRecord.Waiting(
        step: try element[kind].string(), visit: try visit(), due: try time("due"), names: try strings("names"))
      if object["failed"] != nil { waiting.failed = try FlowRecord.FailedAttempt(element["failed"]) }
      return .waiting(waiting)
    case "message", "command": return .message(try received())
    case "back": return .back(.init(to: try element[kind].string()))
    case "undone":
      return .undone(
        .init(step: try element[kind].string(), visit: try visit(), attempt: try attempt(), failure: try failure()))
    case "moved": return .moved(.init(from: try element[kind].string(), to: try element["to"].string()))
    case "parked": return .parked(.init(try element[kind].string(), step: try string("step")))
    case "ended":
      return .ended(.init(try element[kind].oneOf(RunEnding.self), result: object["result"], failure: try failure()))
    case "snapshot": return .snapshot(.init(try element[kind].requiredValue(), step: try string("step")))
    default: return .unknown(object)
    }
  }

  private func received() throws(JSONTypeError) -> ReceivedMessage {
    let message = try FlowMessage(element)
    return ReceivedMessage(
      number: Int(clamping: try element["arrival"].integer()),
      at: StoreTime(milliseconds: try element["arrived"].integer()), message: message)
  }

  private func began() throws(JSONTypeError) -> FlowRecord.Began {
    var run = NewRun(flow: try element["began"].string(), key: try string("key"), content: object["content"])
    if object["assignments"] != nil {
      for element in try element["assignments"].array() { run.assignments.append(try .init(element)) }
    }
    if object["parent"] != nil {
      let parent = element["parent"]
      run.parent = RunParent(
        run: RunNumber(rawValue: Int(clamping: try parent["run"].integer())), step: try parent["step"].string(),
        visit: Int(clamping: try parent["visit"].integer()))
    }
    run.queue = try string("queue") ?? "default"
    run.tenant = try string("tenant")
    run.priority = Int(
      try element["priority"].ifPresent { value throws(JSONTypeError) in
        try value.integer(in: Int64(Int32.min)...Int64(Int32.max))
      } ?? 0)
    var began = FlowRecord.Began(run)
    began.reusesKey = object["reused"] == true
    return began
  }

  private func settled() throws(JSONTypeError) -> FlowRecord.Settled {
    var settled = FlowRecord.Settled(step: try element["settled"].string(), visit: try visit())
    settled.attempt = try attempt()
    settled.result = object["result"]
    settled.failure = try failure()
    if object["set"] != nil {
      let versions = element["versions"]
      for (name, element) in try element["set"].members() {
        let version = try versions[name].ifPresent { value throws(JSONTypeError) in try value.integer() } ?? 1
        settled.set[name] = KeptValue(try element.requiredValue(), version: Int(version))
      }
    }
    settled.removed = Set(try strings("removed"))
    settled.route = try string("route")
    settled.destination = try string("to")
    settled.milliseconds = try integer("ms")
    return settled
  }
}

extension RecordedFailure {
  init(_ element: JSONElement) throws(JSONTypeError) {
    self.init(type: try element["type"].string(), text: try element["text"].string(), value: element["value"].value)
  }
}

extension FlowRecord.FailedAttempt {
  init(_ element: JSONElement) throws(JSONTypeError) {
    self.init(
      attempt: Int(try element["attempt"].integer(in: 1...Int64(Int32.max))),
      count: Int(try element["count"].integer(in: 1...Int64(Int32.max))),
      failure: try RecordedFailure(element["failure"]))
  }
}

extension FlowMessage {
  /// Reads a message from the members `message` and `body`, or `command` and `to`, and `key`.
  init(_ element: JSONElement) throws(JSONTypeError) {
    let key = try element["key"].ifPresent { value throws(JSONTypeError) in try value.string() }
    if element["message"].value != nil {
      self.init(
        .message(name: try element["message"].string(), body: element["body"].value ?? .null), key: key)
      guard element["visit"].value != nil else { return }
      answering = VisitAnswer(
        try VisitToken(element["visit"]), restingAt: Int(clamping: try element["resting"].integer()),
        draft: element["draft"].value)
      return
    }
    switch try element["command"].string() {
    case "cancel": self.init(.cancel, key: key)
    case "back": self.init(.back(to: try element["to"].string()), key: key)
    case "retry": self.init(.retry, key: key)
    case "change":
      self.init(
        .change(
          VisitChange(
            try VisitToken(element["visit"]), message: try element["answer"].string(),
            element["body"].value ?? .null, draft: element["draft"].value, keepsLater: element["keeps"].value == true)),
        key: key)
    case "touch": self.init(.touch, key: key)
    default: throw element["command"].mismatch("\"cancel\", \"back\", \"retry\", \"change\" or \"touch\"")
    }
  }
}

extension VisitToken {
  init(_ element: JSONElement) throws(JSONTypeError) {
    guard let token = VisitToken(try element.string()) else {
      throw element.mismatch("a visit, such as \"17/address#3\"")
    }
    self = token
  }
}
