import FlowJSON

extension JournalEntry {
  /// Reads an entry from the JSON of a line.
  ///
  /// - Parameters:
  ///   - json: The JSON.
  ///   - isShort: Whether the line leaves out what the rest of it or the lines before it imply.
  ///   - lease: The lease of the claim before the line.
  /// - Throws: `JSONTypeError` if a known member doesn't have the expected form.
  init(_ json: JSONValue, isShort: Bool, after lease: StoreTransaction.Lease?) throws(JSONTypeError) {
    if case .array(let parts) = json {
      guard let first = parts.first, let last = parts.last else {
        throw JSONElement(json).mismatch("the records of an append")
      }
      var records: [StoreTransaction.RecordOutline] = []
      for (index, part) in parts.enumerated() {
        records.append(try .init(JSONElement(part, at: JSONLocation().index(index))))
      }
      let element = JSONElement(last, at: JSONLocation().index(parts.count - 1))
      let run = try JSONElement(first, at: JSONLocation().index(0))["run"].count()
      let place = isShort ? parts.lastIndex(where: \.hasTime) : nil
      let timed = place.map { JSONElement(parts[$0], at: JSONLocation().index($0)) } ?? element
      self = .transaction(
        .append(run: run, records, then: try .init(element, isShort: isShort), at: try timed["at"].time()))
      return
    }
    let element = JSONElement(json)
    let object = try element.object()
    if object["run"] != nil {
      try self.init(ofRun: try object.count("run", element), element, object, isShort: isShort)
    } else if isShort, object["message"] != nil, object["visit"] != nil {
      // The visit has the number of the run.
      let message = try FlowMessage(element)
      let run = message.answering?.visit.run.rawValue ?? 0
      self = .transaction(.send(run: run, message, at: try element["at"].time()))
    } else if object["claimed"] != nil {
      let at = try element["at"].time()
      let runs = try element["claimed"].counts()
      if isShort, let lease, object["until"] == nil {
        self = .transaction(.claim(runs, until: lease.end(at: at), worker: lease.worker, at: at))
      } else {
        let worker = try element["by"].ifPresent { value throws(JSONTypeError) in try value.string() }
        self = .transaction(.claim(runs, until: try element["until"].time(), worker: worker, at: at))
      }
    } else if object["forgot"] != nil {
      self = .transaction(.forget(try element["forgot"].counts(), at: try element["at"].time()))
    } else if object["opened"] != nil {
      self = .transaction(.open(by: try element["by"].string(), at: try element["opened"].time()))
    } else if object["created"] != nil {
      let usedKeys = try element["used"].ifPresent { value throws(JSONTypeError) in
        guard let keys = UsedKeys(text: try value.string()) else { throw value.mismatch("the keys of removed runs") }
        return keys
      }
      var skips: [PassedTime.Skip] = []
      if !element["skipped"].isAbsent {
        for part in try element["skipped"].array() {
          skips.append(
            .init(after: try part["after"].time().milliseconds, amount: try part["time"].time().milliseconds))
        }
      }
      self = .created(
        store: try element["store"].string(), nextRun: try element["next"].count(), usedKeys, PassedTime(skips: skips),
        at: try element["created"].time())
    } else {
      self = .note
    }
  }

  private init(
    ofRun run: Int, _ element: JSONElement, _ object: JSONObject, isShort: Bool
  ) throws(JSONTypeError) {
    if object["number"] != nil {
      self = .record(run: run, number: try element["number"].count())
    } else if object["received"] != nil {
      let message = try FlowMessage(element)
      self = .message(
        run: run, number: try element["received"].count(), command: message.content.commandName)
    } else if object["kept"] != nil {
      self = .kept(try KeptRun(run, element["kept"]))
    } else if FlowRecord.kind(of: object) == "began" {
      let at = try object.time("at", element)
      let due = object["due"] == nil ? at : try object.time("due", element)
      self = .transaction(.add(run: run, try .init(element, flow: "began"), due: due, at: at))
    } else if let kind = FlowRecord.kind(of: object), kind == "message" || kind == "command", object["arrival"] == nil {
      self = .transaction(.send(run: run, try FlowMessage(element), at: try element["at"].time()))
    } else {
      // An append without records has only a disposition.
      let isEmpty = object.allSatisfy { $0.name == "run" || $0.name == "at" || $0.name == "then" }
      self = .transaction(
        .append(
          run: run, isEmpty ? [] : [try .init(element)], then: try .init(element, isShort: isShort),
          at: try object.time("at", element)))
    }
  }
}

extension StoreTransaction.RunOutline {
  fileprivate init(_ element: JSONElement, flow: String) throws(JSONTypeError) {
    self.init(flow: try element[flow].string())
    let object = try element.object()
    func string(_ name: String) throws(JSONTypeError) -> String? {
      switch object[name] {
      case nil: return nil
      case .string(let text): return text
      default: throw element[name].mismatch("a string")
      }
    }
    key = try string("key")
    queue = try string("queue") ?? "default"
    tenant = try string("tenant")
    guard object["priority"] != nil else { return }
    priority = Int(try element["priority"].integer(in: Int64(Int32.min)...Int64(Int32.max)))
  }
}

extension StoreTransaction.RecordOutline {
  /// Reads only the members that the state of a store needs. The rest is read when a worker claims the run.
  init(_ element: JSONElement) throws(JSONTypeError) {
    self.init()
    let object = try element.object()
    if object["taken"] != nil { taken = try element["taken"].counts() }
    let kind = FlowRecord.kind(of: object)
    isSnapshot = kind == "snapshot"
    let name: String? =
      switch kind {
      case "settled", "moved": "to"
      case "parked", "snapshot": "step"
      case "started", "waiting", "back": kind
      default: nil
      }
    guard let name, let value = object[name] else { return }
    guard case .string(let text) = value else { throw element[name].mismatch("a string") }
    position = text
  }
}

extension StoreTransaction.Rest {
  fileprivate init(_ element: JSONElement, isShort: Bool) throws(JSONTypeError) {
    guard let then = element.value?["then"] else {
      if isShort { try self.init(impliedBy: try element.object()) } else { self = .hold(until: nil) }
      return
    }
    let rest = element["then"]
    if isShort, then["hold"] != nil {
      self = .hold(until: nil)
    } else if then["release"] != nil {
      self = .release(at: try rest["release"].time())
    } else if then["ready"] != nil {
      self = .ready(at: try rest["ready"].time())
    } else if then["wait"] != nil {
      let until = try rest["wait"].ifPresent { value throws(JSONTypeError) in try value.time() }
      self = .wait(until: until, for: try rest["for"].strings())
    } else if then["park"] != nil {
      self = .park(try rest["park"].string())
    } else if then["end"] != nil {
      self = .end(try rest["end"].oneOf(RunEnding.self))
    } else {
      throw rest.mismatch("what becomes of the run")
    }
  }
}

extension KeptRun {
  fileprivate init(_ number: Int, _ kept: JSONElement) throws(JSONTypeError) {
    func string(_ name: String) throws(JSONTypeError) -> String? {
      try kept[name].ifPresent { value throws(JSONTypeError) in try value.string() }
    }
    func count(_ name: String) throws(JSONTypeError) -> Int {
      try kept[name].ifPresent { value throws(JSONTypeError) in try value.count() } ?? 0
    }
    var keys: [String: Int] = [:]
    if !kept["keys"].isAbsent {
      for (key, element) in try kept["keys"].members() { keys[key] = try element.count() }
    }
    self.init(
      number: number, outline: try .init(kept, flow: "flow"), began: try kept["began"].time(),
      changed: try kept["changed"].time(), phase: try kept["phase"].string(),
      due: try kept["due"].ifPresent { value throws(JSONTypeError) in try value.time() }, fence: try count("fence"),
      claims: try count("claims"), arrived: try count("arrived"), position: try string("position"),
      worker: try string("worker"), names: kept["names"].isAbsent ? [] : try kept["names"].strings(),
      reason: try string("reason"), firstRecord: try count("first"), keys: keys)
  }
}

extension JSONValue {
  /// Whether this is a record with a time of its own. In a short line, the others have the time of the one before them.
  var hasTime: Bool { self["at"] != nil }
}

extension JSONObject {
  /// Reads a count. Creates an element only for an error, because its location takes memory.
  fileprivate func count(_ name: String, _ element: JSONElement) throws(JSONTypeError) -> Int {
    if case .integer(let integer)? = self[name], (0...(1 << 53)).contains(integer) { return Int(clamping: integer) }
    return try element[name].count()
  }

  /// Reads a time.
  fileprivate func time(_ name: String, _ element: JSONElement) throws(JSONTypeError) -> StoreTime {
    if case .integer(let integer)? = self[name] { return StoreTime(milliseconds: integer) }
    return try element[name].time()
  }
}

extension JSONElement {
  /// Reads a count, or the number of a run, a record, or a message.
  fileprivate func count() throws(JSONTypeError) -> Int { Int(clamping: try integer(in: 0...(1 << 53))) }

  fileprivate func counts() throws(JSONTypeError) -> [Int] {
    var counts: [Int] = []
    for element in try array() { counts.append(try element.count()) }
    return counts
  }

  fileprivate func strings() throws(JSONTypeError) -> [String] {
    var strings: [String] = []
    for element in try array() { strings.append(try element.string()) }
    return strings
  }

  fileprivate func time() throws(JSONTypeError) -> StoreTime { StoreTime(milliseconds: try integer()) }
}
