import FlowJSON

/// A record as bytes, without the run, the time, and the disposition, which only the store knows.
///
/// The caller's thread encodes it, so that the single thread of a journal has less to do.
struct EncodedRecord: Sendable {
  /// The part of the record that the state of a store uses.
  let outline: StoreTransaction.RecordOutline
  /// The members, without the braces.
  let members: ArraySlice<UInt8>
  /// The state of the run that the record implies, without the end of a wait that the store must set.
  private let implied: StoreTransaction.Rest
  /// Whether the record is a wait whose end the store must set.
  let needsDue: Bool
  /// Whether the record is the beginning of a run. Alone in its line, it would add a run.
  let isBeginning: Bool

  /// Encodes a record within the limits of a store.
  init(_ record: FlowRecord, _ limits: StoreLimits) throws(StoreError) {
    var record = record
    record.at = nil
    outline = StoreTransaction.RecordOutline(record)
    implied = StoreTransaction.Rest(impliedBy: record)
    members = try record.bytes(limits).dropFirst().dropLast()
    if case .waiting(let waiting) = record.body { needsDue = waiting.due == nil } else { needsDue = false }
    if case .began = record.body { isBeginning = true } else { isBeginning = false }
  }

  /// Returns the state of the run that the record implies.
  private func implied(due: StoreTime?) -> StoreTransaction.Rest {
    if case .wait(nil, let names) = implied { .wait(until: due, for: names) } else { implied }
  }

  /// Returns the JSON of a line with the records of one append.
  ///
  /// - Parameters:
  ///   - records: The records.
  ///   - run: The number of the run.
  ///   - due: The end of a wait that doesn't have one.
  ///   - at: The time of the append.
  ///   - rest: The state of the run after the append.
  ///   - isShort: Whether the line leaves out what the rest of it implies.
  /// - Returns: The JSON.
  static func line(
    _ records: [EncodedRecord], run: Int, due: StoreTime?, at: StoreTime, then rest: StoreTransaction.Rest,
    isShort: Bool
  ) -> [UInt8] {
    let implied = isShort ? records.last?.implied(due: due) : nil
    var line: [UInt8] = []
    line.reserveCapacity(records.reduce(80) { $0 + $1.members.count + 60 })
    let isArray = records.count > 1 || records.contains(where: \.isBeginning)
    if isArray { line.append(UInt8(ascii: "[")) }
    for (index, record) in records.enumerated() {
      if index > 0 { line.append(UInt8(ascii: ",")) }
      line.append(UInt8(ascii: "{"))
      // A short line has the run and the time once.
      let isWhole = index == 0 || !isShort
      if isWhole {
        line += "\"run\":".utf8
        line += String(run).utf8
        if !record.members.isEmpty { line.append(UInt8(ascii: ",")) }
      }
      line += record.members
      if record.needsDue, let due {
        line += ",\"due\":".utf8
        line += String(due.milliseconds).utf8
      }
      if isWhole {
        line += ",\"at\":".utf8
        line += String(at.milliseconds).utf8
      }
      if index == records.count - 1, !rest.isSame(as: implied ?? .hold(until: nil)) {
        line += ",\"then\":".utf8
        line += rest.json.utf8(.compact)
      }
      line.append(UInt8(ascii: "}"))
    }
    if isArray { line.append(UInt8(ascii: "]")) }
    return line
  }
}
