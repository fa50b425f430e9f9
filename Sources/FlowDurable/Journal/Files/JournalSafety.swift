/// The failures that a journal survives.
///
/// ```swift
/// let store = try FileStore(at: "orders.journal", surviving: .process)
/// ```
public enum JournalSafety: Sendable, Hashable, CaseIterable {
  /// The end of the process, even by `kill -9`. A change is written to the journal before it is acknowledged.
  case process
  /// The end of the process, and a loss of power. A change is on disk before it is acknowledged.
  case power
}
