import FlowJSON

/// The states of runs that a line of format 2 leaves out, because its last record implies them.
extension StoreTransaction.Rest {
  /// The kinds of records after which a run doesn't stay with its worker, unless the line says so.
  private static let kinds: Set<String> = ["waiting", "parked", "ended"]

  /// Creates the state of a run that its latest record implies.
  init(impliedBy record: FlowRecord) {
    switch record.body {
    case .waiting(let waiting): self = .wait(until: waiting.due, for: waiting.names)
    case .parked(let parked): self = .park(parked.reason)
    case .ended(let ended): self = .end(ended.ending)
    case .began, .started, .settled, .message, .back, .undone, .moved, .snapshot, .unknown: self = .hold(until: nil)
    }
  }

  /// Reads the state of a run that its latest record implies.
  init(impliedBy record: JSONObject) throws(JSONTypeError) {
    guard let kind = FlowRecord.kind(of: record), Self.kinds.contains(kind) else {
      // The journal doesn't have the lease. It isn't needed: the process that held it has ended, or decides itself.
      self = .hold(until: nil)
      return
    }
    self.init(impliedBy: try FlowRecord(json: .object(record)))
  }

  /// Returns whether this is the same state. The end of a lease doesn't matter.
  func isSame(as other: Self) -> Bool { isHold ? other.isHold : self == other }

  /// Returns a line of format 1 in format 2, where a run doesn't stay with its worker only because the line doesn't say
  /// what becomes of it.
  static func converting(_ line: JSONValue) -> JSONValue {
    guard case .array(var records) = line else { return converted(line) }
    if let last = records.popLast() { records.append(converted(last)) }
    return .array(records)
  }

  private static func converted(_ record: JSONValue) -> JSONValue {
    guard case .object(var object) = record, object["then"] == nil, let kind = FlowRecord.kind(of: object),
      kinds.contains(kind)
    else { return record }
    object["then"] = hold(until: nil).json
    return .object(object)
  }
}
