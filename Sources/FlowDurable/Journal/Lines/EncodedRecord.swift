import FlowJSON

/// A record as bytes, without the run, the time, and the disposition, which only the store knows.
///
/// The caller's thread encodes it, so that the single thread of a journal has less to do.
struct EncodedRecord: Sendable {
  /// The part of the record that the state of a store uses.
  let outline: StoreTransaction.RecordOutline
  /// The members, without the braces.
  let members: ArraySlice<UInt8>
  /// Whether the record is a wait whose end the store must set.
  let needsDue: Bool
  /// Whether the record is the beginning of a run. Alone in its line, it would add a run.
  let isBeginning: Bool

  /// Encodes a record within the limits of a store.
  init(_ record: FlowRecord, _ limits: StoreLimits) throws(StoreError) {
    var record = record
    record.at = nil
    outline = StoreTransaction.RecordOutline(record)
    members = try record.bytes(limits).dropFirst().dropLast()
    if case .waiting(let waiting) = record.body { needsDue = waiting.due == nil } else { needsDue = false }
    if case .began = record.body { isBeginning = true } else { isBeginning = false }
  }

  /// Returns the JSON of a line with the records of one append.
  static func line(
    _ records: [EncodedRecord], run: Int, due: StoreTime?, at: StoreTime, then rest: StoreTransaction.Rest
  ) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(records.reduce(80) { $0 + $1.members.count + 60 })
    let isArray = records.count > 1 || records.contains(where: \.isBeginning)
    if isArray { line.append(UInt8(ascii: "[")) }
    for (index, record) in records.enumerated() {
      line += index == 0 ? "{\"run\":".utf8 : ",{\"run\":".utf8
      line += String(run).utf8
      if !record.members.isEmpty { line.append(UInt8(ascii: ",")) }
      line += record.members
      if record.needsDue, let due {
        line += ",\"due\":".utf8
        line += String(due.milliseconds).utf8
      }
      line += ",\"at\":".utf8
      line += String(at.milliseconds).utf8
      if index == records.count - 1, let then = rest.json {
        line += ",\"then\":".utf8
        line += then.utf8(.compact)
      }
      line.append(UInt8(ascii: "}"))
    }
    if isArray { line.append(UInt8(ascii: "]")) }
    return line
  }
}
