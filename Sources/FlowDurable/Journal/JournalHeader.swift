/// The first line of a journal.
struct JournalHeader: Sendable, Hashable {
  /// The version of the format that this library writes.
  static let version = 1
}
