/// What a journal survives.
///
/// ```swift
/// let store = try FileStore(at: "orders.journal", surviving: .process)
/// ```
public enum JournalSafety: Sendable, Hashable, CaseIterable {
  /// The end of the process, also by `kill -9`. The journal is written before a change is acknowledged.
  case process
  /// The end of the process and a loss of power. The disk has a change before it is acknowledged.
  case power
}
