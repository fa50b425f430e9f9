/// Where a journal has a record or a message.
struct JournalPlace: StorePlace, Hashable {
  /// The offset of the line.
  let offset: Int
  /// The length of the line, with its line break.
  let length: UInt32
  /// The index of the record among those of the line.
  let index: UInt16
  /// The number of the records of the line.
  let count: UInt16

  var weight: Int { Int(length) / max(1, Int(count)) }

  /// The places of all records of a line.
  static func all(offset: Int, length: Int, count: Int) -> [JournalPlace] {
    (0..<count).map { index in
      JournalPlace(
        offset: offset, length: UInt32(clamping: length), index: UInt16(clamping: index), count: UInt16(clamping: count)
      )
    }
  }
}
