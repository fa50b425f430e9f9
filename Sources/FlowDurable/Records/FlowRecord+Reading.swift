public import FlowJSON

extension FlowRecord {
  /// Reads a record.
  ///
  /// The members `run`, `number` and `then` belong to the store and are skipped.
  ///
  /// - Parameters:
  ///   - json: The record as a JSON object.
  ///   - number: The number of the record in its run.
  /// - Throws: `JSONTypeError` with the place of what isn't as expected.
  public init(json: JSONValue, number: Int = 0) throws(JSONTypeError) {
    var reader = try RecordReader(JSONElement(json))
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

extension FlowRecord {
  /// The names of members that belong to the store.
  static let reserved: Set<String> = ["run", "number", "letter", "kept", "then"]
  /// The names of members that no other member may have.
  static let ownMembers = reserved.union(["lane", "taken", "at"])
  /// The names of the kinds.
  private static let kinds: Set<String> = [
    "began", "started", "settled", "waiting", "message", "command", "back", "undone", "moved", "parked", "ended",
    "snapshot",
  ]

  /// The name of a record's kind: the first member that is one.
  static func kind(of object: JSONObject) -> String? {
    object.first { kinds.contains($0.name) }?.name
  }
}

/// Reads the members of a record, and remembers which ones it knows.
private struct RecordReader {
  let element: JSONElement
  private let object: JSONObject
  private var known = FlowRecord.reserved.union(["due"])

  init(_ element: JSONElement) throws(JSONTypeError) {
    self.element = element
    object = try element.object()
  }

  /// The members that were not asked for.
  var others: JSONObject {
    guard object.contains(where: { !known.contains($0.name) }) else { return JSONObject() }
    var others = object
    others.removeAll { known.contains($0.name) }
    return others
  }

  private mutating func member(_ name: String) -> JSONElement {
    known.insert(name)
    return element[name]
  }

  private mutating func value(_ name: String) -> JSONValue? {
    known.insert(name)
    return object[name]
  }

  mutating func string(_ name: String) throws(JSONTypeError) -> String? {
    switch value(name) {
    case nil: return nil
    case .string(let text): return text
    default: throw element[name].mismatch("a string")
    }
  }

  mutating func integer(_ name: String) throws(JSONTypeError) -> Int? {
    switch value(name) {
    case nil: return nil
    case .integer(let integer): return Int(clamping: integer)
    default: throw element[name].mismatch("an integer")
    }
  }

  mutating func time(_ name: String) throws(JSONTypeError) -> StoreTime? {
    try integer(name).map { StoreTime(milliseconds: Int64($0)) }
  }

  mutating func integers(_ name: String) throws(JSONTypeError) -> [Int] {
    guard value(name) != nil else { return [] }
    var integers: [Int] = []
    for element in try element[name].array() { integers.append(Int(clamping: try element.integer())) }
    return integers
  }

  mutating func strings(_ name: String) throws(JSONTypeError) -> [String] {
    guard value(name) != nil else { return [] }
    var strings: [String] = []
    for element in try element[name].array() { strings.append(try element.string()) }
    return strings
  }

  mutating func failure() throws(JSONTypeError) -> RecordedFailure? {
    guard value("failure") != nil else { return nil }
    let failure = element["failure"]
    return RecordedFailure(
      type: try failure["type"].string(), text: try failure["text"].string(), value: failure["value"].value)
  }

  private mutating func visit() throws(JSONTypeError) -> Int {
    known.insert("visit")
    return Int(try element["visit"].integer(in: 1...Int64(Int32.max)))
  }

  private mutating func attempt() throws(JSONTypeError) -> Int { try integer("attempt") ?? 1 }

  mutating func body() throws(JSONTypeError) -> FlowRecord.Body {
    let name = FlowRecord.kind(of: object) ?? ""
    switch name {
    case "began": return .began(try began())
    case "started": return .started(.init(step: try member(name).string(), visit: try visit(), attempt: try attempt()))
    case "settled": return .settled(try settled())
    case "waiting":
      return .waiting(
        .init(step: try member(name).string(), visit: try visit(), due: try time("due"), names: try strings("names")))
    case "message", "command": return .message(try received())
    case "back": return .back(.init(to: try member(name).string()))
    case "undone":
      return .undone(
        .init(step: try member(name).string(), visit: try visit(), attempt: try attempt(), failure: try failure()))
    case "moved": return .moved(.init(from: try member(name).string(), to: try member("to").string()))
    case "parked": return .parked(.init(try member(name).string(), step: try string("step")))
    case "ended":
      return .ended(.init(try member(name).oneOf(RunEnding.self), result: value("result"), failure: try failure()))
    case "snapshot": return .snapshot(.init(try member(name).requiredValue(), step: try string("step")))
    default: return .unknown(object)
    }
  }

  private mutating func received() throws(JSONTypeError) -> ReceivedMessage {
    known.formUnion(["message", "command", "body", "to", "key"])
    let message = try FlowMessage(element)
    return ReceivedMessage(
      number: Int(clamping: try member("arrival").integer()),
      at: StoreTime(milliseconds: try member("arrived").integer()), message: message)
  }

  private mutating func began() throws(JSONTypeError) -> FlowRecord.Began {
    var run = NewRun(flow: try member("began").string(), key: try string("key"), content: value("content"))
    if value("assignments") != nil {
      for element in try element["assignments"].array() { run.assignments.append(try .init(element)) }
    }
    if value("parent") != nil {
      let parent = element["parent"]
      run.parent = RunParent(
        run: RunNumber(rawValue: Int(clamping: try parent["run"].integer())), step: try parent["step"].string(),
        visit: Int(clamping: try parent["visit"].integer()))
    }
    run.queue = try string("queue") ?? "default"
    run.tenant = try string("tenant")
    run.priority = Int(
      try member("priority").ifPresent { value throws(JSONTypeError) in
        try value.integer(in: Int64(Int32.min)...Int64(Int32.max))
      } ?? 0)
    return FlowRecord.Began(run)
  }

  private mutating func settled() throws(JSONTypeError) -> FlowRecord.Settled {
    var settled = FlowRecord.Settled(step: try member("settled").string(), visit: try visit())
    settled.attempt = try attempt()
    settled.result = value("result")
    settled.failure = try failure()
    if value("set") != nil {
      let versions = member("versions")
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

extension FlowMessage {
  /// Reads a message from the members `message` and `body`, or `command` and `to`, and `key`.
  init(_ element: JSONElement) throws(JSONTypeError) {
    let key = try element["key"].ifPresent { value throws(JSONTypeError) in try value.string() }
    if element["message"].value != nil {
      self.init(
        .message(name: try element["message"].string(), body: element["body"].value ?? .null), key: key)
      return
    }
    switch try element["command"].string() {
    case "cancel": self.init(.cancel, key: key)
    case "back": self.init(.back(to: try element["to"].string()), key: key)
    case "retry": self.init(.retry, key: key)
    default: throw element["command"].mismatch("\"cancel\", \"back\" or \"retry\"")
    }
  }
}
