import FlowJSON

extension StoreTransaction {
  /// Returns the transaction as the JSON of a line.
  ///
  /// - Parameters:
  ///   - records: The members of the transaction's records or of its message.
  ///   - isShort: Whether the line leaves out what the rest of it or the lines before it imply.
  ///   - lease: The lease of the claim before the line.
  /// - Returns: An object, or an array of the objects of several records.
  func json(_ records: [JSONObject], isShort: Bool = false, after lease: Lease? = nil) -> JSONValue {
    switch self {
    case .add(let run, _, let due, let at):
      var object = Self.begin(run, records.first)
      if due != at { object["due"] = .integer(due.milliseconds) }
      return .object(object)
    case .claim(let runs, let until, let worker, let at):
      var object: JSONObject = ["claimed": .array(runs.map { .integer(Int64($0)) })]
      if !isShort || lease != Lease(until: until, by: worker, at: at) {
        object["until"] = .integer(until.milliseconds)
        object["by"] = worker.map { .string($0) }
      }
      object["at"] = .integer(at.milliseconds)
      return .object(object)
    case .append(let run, _, let rest, let at):
      var objects = (records.isEmpty ? [["at": .integer(at.milliseconds)]] : records).map { Self.begin(run, $0) }
      if !rest.isHold { objects[objects.count - 1]["then"] = rest.json }
      return objects.count == 1 ? .object(objects[0]) : .array(objects.map { .object($0) })
    case .send(let run, let message, let at):
      var object = JSONObject()
      if !isShort || message.answering?.visit.run.rawValue != run { object["run"] = .integer(Int64(run)) }
      object.write(message)
      object["at"] = .integer(at.milliseconds)
      return .object(object)
    case .forget(let runs, let at):
      return ["forgot": .array(runs.map { .integer(Int64($0)) }), "at": .integer(at.milliseconds)]
    case .open(let process, let at): return ["opened": .integer(at.milliseconds), "by": .string(process)]
    }
  }

  /// Returns the members of a line about a run.
  static func begin(_ run: Int, _ members: JSONObject?) -> JSONObject {
    var object = JSONObject()
    object.reserveCapacity((members?.count ?? 0) + 2)
    object["run"] = .integer(Int64(run))
    for (name, value) in members ?? [:] { object[name] = value }
    return object
  }
}

extension StoreTransaction {
  /// Returns the text of the transaction's line.
  ///
  /// - Parameters:
  ///   - objects: The members of its records or of its message.
  ///   - isShort: Whether the line leaves out what the rest of it or the lines before it imply.
  ///   - lease: The lease of the claim before the line.
  /// - Returns: The text.
  /// - Throws: ``StoreError/tooDeep(value:limit:)``.
  func text(_ objects: [JSONObject], isShort: Bool, after lease: Lease?) throws(StoreError) -> [UInt8] {
    let text = json(objects, isShort: isShort, after: lease).utf8(.compact)
    if RecordText.isDeep(text) { throw .tooDeep(value: "A value of run \(runs)", limit: RecordText.deepest) }
    return text
  }

  /// Throws if the text of the transaction's line is too large.
  func requireSize(of text: [UInt8]) throws(StoreError) {
    guard text.count <= RecordText.largestAppend else {
      throw .tooLarge(value: "An append to run \(runs)", bytes: text.count, limit: RecordText.largestAppend)
    }
  }

  /// The numbers of the runs, for an error.
  private var runs: String {
    switch self {
    case .add(let run, _, _, _), .append(let run, _, _, _), .send(let run, _, _): String(run)
    case .open: "none"
    case .claim(let runs, _, _, _), .forget(let runs, _): runs.map { String($0) }.joined(separator: ", ")
    }
  }

  /// The numbers of the runs whose records, messages, or ends the transaction changes. A claim changes nothing that must be durable.
  var changedRuns: [Int] {
    switch self {
    case .add(let run, _, _, _), .append(let run, _, _, _), .send(let run, _, _): [run]
    case .forget(let runs, _): runs
    case .claim, .open: []
    }
  }

  /// The number of messages in the transaction's line.
  var messageCount: Int {
    if case .send = self { 1 } else { 0 }
  }
}

extension StoreTransaction.Rest {
  /// The member `then`.
  var json: JSONValue {
    switch self {
    case .hold: ["hold": .null]
    case .release(let due): ["release": .integer(due.milliseconds)]
    case .ready(let due): ["ready": .integer(due.milliseconds)]
    case .wait(let until, let names):
      ["wait": until.map { .integer($0.milliseconds) } ?? .null, "for": .array(names.map { .string($0) })]
    case .park(let reason): ["park": .string(reason)]
    case .end(let ending): ["end": .string(ending.rawValue)]
    }
  }
}

extension JournalEntry {
  /// Returns the first line of a journal.
  static func creation(
    store: String, nextRun: Int, _ usedKeys: UsedKeys, _ passed: PassedTime, at: StoreTime
  ) -> JSONObject {
    var object: JSONObject = [
      "created": .integer(at.milliseconds), "store": .string(store), "next": .integer(Int64(nextRun)),
    ]
    if nextRun > 1 { object["used"] = .string(usedKeys.text) }
    if !passed.skips.isEmpty {
      object["skipped"] = .array(
        passed.skips.map { ["after": .integer($0.after), "time": .integer($0.amount)] })
    }
    return object
  }

  /// Returns a line for human readers.
  static func note(_ name: String, at: StoreTime) -> JSONObject { [name: .integer(at.milliseconds)] }

  /// Returns the line of a copied record.
  static func copy(_ record: JSONObject, run: Int, number: Int) -> JSONObject {
    var object: JSONObject = ["run": .integer(Int64(run)), "number": .integer(Int64(number))]
    for (name, value) in record where !["run", "number", "then"].contains(name) { object[name] = value }
    return object
  }

  /// Returns the line of a copied message.
  static func message(_ message: JSONObject, run: Int, number: Int) -> JSONObject {
    var object: JSONObject = ["run": .integer(Int64(run)), "received": .integer(Int64(number))]
    for (name, value) in message where !["run", "received"].contains(name) { object[name] = value }
    return object
  }
}

extension KeptRun {
  var json: JSONObject {
    var kept: JSONObject = ["flow": .string(outline.flow)]
    kept["key"] = outline.key.map { .string($0) }
    if outline.queue != "default" { kept["queue"] = .string(outline.queue) }
    kept["tenant"] = outline.tenant.map { .string($0) }
    if outline.priority != 0 { kept["priority"] = .integer(Int64(outline.priority)) }
    kept["began"] = .integer(began.milliseconds)
    kept["changed"] = .integer(changed.milliseconds)
    kept["phase"] = .string(phase)
    kept["due"] = due.map { .integer($0.milliseconds) }
    kept["fence"] = .integer(Int64(fence))
    if claims != 0 { kept["claims"] = .integer(Int64(claims)) }
    if arrived != 0 { kept["arrived"] = .integer(Int64(arrived)) }
    kept["position"] = position.map { .string($0) }
    kept["worker"] = worker.map { .string($0) }
    if !names.isEmpty { kept["names"] = .array(names.map { .string($0) }) }
    kept["reason"] = reason.map { .string($0) }
    kept["first"] = .integer(Int64(firstRecord))
    if !keys.isEmpty {
      kept["keys"] = .object(
        JSONObject(keys.sorted { $0.value < $1.value }.map { ($0.key, .integer(Int64($0.value))) }))
    }
    return ["run": .integer(Int64(number)), "kept": .object(kept)]
  }
}
