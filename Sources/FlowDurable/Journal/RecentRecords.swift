/// The records that a store has read lately, by their places in the journal.
///
/// A run is read several times soon after each other: for a page, by its worker, and for the next page. Records never change.
struct RecentRecords {
  /// The maximum number of records.
  static let mostRecords = 2_000
  /// The maximum size of a record's line. Few large ones would take the memory of many small ones.
  static let largestLine = 2_048

  private var records: [JournalPlace: FlowRecord] = [:]
  /// The places in the order in which they were added, from `oldest` on.
  private var order: [JournalPlace] = []
  private var oldest = 0

  /// The number of records.
  var count: Int { records.count }

  /// Returns the record at a place; nil if it wasn't read lately.
  subscript(place: JournalPlace) -> FlowRecord? { records[place] }

  /// Adds a record. The oldest gives way to it.
  mutating func add(_ record: FlowRecord, at place: JournalPlace) {
    guard place.length <= Self.largestLine, records.updateValue(record, forKey: place) == nil else { return }
    if order.count < Self.mostRecords {
      order.append(place)
    } else {
      records[order[oldest]] = nil
      order[oldest] = place
      oldest = (oldest + 1) % Self.mostRecords
    }
  }

  /// Forgets all records, because another file has taken the place of the journal.
  mutating func removeAll() { self = RecentRecords() }
}
