/// The place of a record or a message in a journal. It takes only 16 bytes, because a store keeps one for each record.
struct JournalPlace: StorePlace, Hashable {
  /// The offset of the line, and in the lower 20 bits the number of records in the line.
  private let packed: UInt64
  /// The length of the line, with its line break.
  let length: UInt32
  /// The index of the record in its line.
  let index: UInt32

  /// The maximum number of records in a line.
  static let mostRecords = (1 << 20) - 1

  init(offset: Int, length: Int, index: Int = 0, count: Int = 1) {
    packed = UInt64(clamping: offset) << 20 | UInt64(min(max(1, count), Self.mostRecords))
    self.length = UInt32(clamping: length)
    self.index = UInt32(clamping: index)
  }

  /// The offset of the line.
  var offset: Int { Int(packed >> 20) }

  var weight: Int { Int(length) / Int(packed & UInt64(Self.mostRecords)) }

  /// Returns the places of all records of a line.
  static func all(offset: Int, length: Int, count: Int) -> [JournalPlace] {
    (0..<count).map { JournalPlace(offset: offset, length: length, index: $0, count: count) }
  }
}
