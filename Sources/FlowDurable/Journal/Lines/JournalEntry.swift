import FlowJSON

/// The content of a line of a journal.
enum JournalEntry: Sendable {
  /// A change of the store.
  case transaction(StoreTransaction)
  /// A run at the time of the compaction. Its records and messages follow.
  case kept(KeptRun)
  /// A record that was copied by the compaction.
  case record(run: Int, number: Int)
  /// A waiting message that was copied by the compaction.
  case message(run: Int, number: Int, command: String?)
  /// The creation or compaction of the journal, with the identity of the store, the number of the next run, and the keys of
  /// removed runs; nil if those aren't known. Then the time that doesn't count for ended runs.
  case created(store: String, nextRun: Int, UsedKeys?, PassedTime, at: StoreTime)
  /// A note for human readers, or a line of a newer version that can be skipped.
  case note

  /// The number of records or messages in the line.
  var recordCount: Int {
    switch self {
    case .transaction(.append(_, let records, _, _)): records.count
    case .transaction(.add), .transaction(.send), .record, .message: 1
    case .transaction(.claim), .transaction(.forget), .transaction(.open), .kept, .created, .note: 0
    }
  }
}

/// A run as a compacted journal stores it.
struct KeptRun: Sendable, Hashable {
  var number: Int
  var outline: StoreTransaction.RunOutline
  var began: StoreTime
  var changed: StoreTime
  var phase: String
  var due: StoreTime?
  var fence: Int
  var claims: Int
  var arrived: Int
  var position: String?
  var worker: String?
  var names: [String]
  var reason: String?
  /// The number of the run's first record in the compacted journal.
  var firstRecord: Int
  /// The numbers of the messages that had keys, by key.
  var keys: [String: Int]
}
