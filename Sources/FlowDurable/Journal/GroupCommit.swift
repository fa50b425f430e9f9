/// Decides how long a batch waits for the calls that the previous batch resumed. A value without a clock.
///
/// Runs that resume together call the store again shortly after each other. Without a wait, a batch would have only the
/// first of these calls, and several batches, each with a sync, would do the work of one. PostgreSQL's `commit_delay`
/// and `commit_siblings` have the same purpose; here, both follow from the previous batch.
struct GroupCommit {
  /// The shortest sync for which a wait is worthwhile: for shorter ones, a timer fires too late.
  static let shortestSync = Duration.microseconds(50)
  /// The longest wait.
  static let longestWait = Duration.milliseconds(5)
  /// The maximum number of batches that don't wait after a wait in vain.
  static let mostSkipped = 64

  /// The number of calls in the last batch, plus the number that arrived while it was written.
  private var expected = 0
  /// The duration of the last sync.
  private var sync = Duration.zero
  /// The number of batches that don't wait after the next wait in vain.
  private var penalty = 1
  /// The number of remaining batches that don't wait.
  private var skipped = 0

  /// Returns whether a batch has all the calls that it may wait for.
  func isComplete(calls: Int) -> Bool { calls >= expected }

  /// Returns the time that a batch waits before it is written; nil if it doesn't wait.
  ///
  /// - Parameter calls: The number of calls in the batch.
  /// - Returns: At most the duration of two syncs, so that a wait in vain costs little more than the batch that it
  ///   might have saved.
  mutating func wait(calls: Int) -> Duration? {
    guard sync >= Self.shortestSync, !isComplete(calls: calls) else { return nil }
    guard skipped == 0 else {
      skipped -= 1
      return nil
    }
    return min(sync * 2, Self.longestWait)
  }

  /// Records the end of a wait.
  ///
  /// - Parameter calls: The number of calls in the batch.
  mutating func hasWaited(calls: Int) {
    // Some calls may be late.
    if calls * 4 >= expected * 3 {
      penalty = 1
    } else {
      // The calls of the last batch are independent of each other.
      skipped = penalty
      penalty = min(penalty * 2, Self.mostSkipped)
    }
  }

  /// Records a written batch.
  ///
  /// - Parameters:
  ///   - calls: The number of its calls.
  ///   - arrived: The number of calls that arrived in the meantime.
  ///   - sync: The duration of its sync; zero for none.
  mutating func wrote(calls: Int, arrived: Int, sync: Duration) {
    (expected, self.sync) = (calls + arrived, sync)
  }
}
