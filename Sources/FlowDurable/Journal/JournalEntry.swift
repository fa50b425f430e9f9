import FlowJSON

/// What a line of a journal says.
enum JournalEntry: Sendable {
  /// A change of the store.
  case transaction(StoreTransaction)
  /// A run as it was when the journal was compacted. Its records and messages follow.
  case kept(KeptRun)
  /// A record that was copied when the journal was compacted.
  case record(run: Int, number: Int)
  /// A waiting message that was copied when the journal was compacted.
  case message(run: Int, number: Int, command: FlowMessage.Content?)
  /// The journal was created or compacted. The store has the identity; the next run gets the number.
  case created(store: String, nextRun: Int, at: StoreTime)
  /// A note for people, or a line of a newer version that may be skipped.
  case note

  /// The number of the records in the line.
  var recordCount: Int {
    switch self {
    case .transaction(.append(_, let records, _, _)): records.count
    case .transaction(.add), .transaction(.send), .record, .message: 1
    case .transaction(.claim), .transaction(.forget), .transaction(.open), .kept, .created, .note: 0
    }
  }
}

/// A run as a compacted journal keeps it.
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
  /// The number of the first record that follows.
  var firstRecord: Int
  /// The numbers of the messages that had keys.
  var keys: [String: Int]
}
