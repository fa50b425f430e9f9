import Synchronization

/// The outcome of the last attempt to save a name.
final class LastSave: Sendable {
  private let failed = Atomic(false)

  /// Whether the last attempt failed. False if no attempt was made.
  var hasFailed: Bool { failed.load(ordering: .acquiring) }

  /// Records an attempt.
  func record(hasFailed: Bool) {
    failed.store(hasFailed, ordering: .releasing)
  }
}
