/// Decides how long a batch waits for the calls that the last batch has let go on. A value without a clock.
///
/// Runs that go on together come back together, one shortly after the other. A batch that didn't wait would have only the first of
/// them, and several batches, each with a sync, would do the work of one. PostgreSQL's `commit_delay` and `commit_siblings` have the
/// same purpose; here, both follow from the last batch.
struct GroupCommit {
  /// The shortest sync for which waiting pays: for shorter ones, a timer is too late.
  static let shortestSync = Duration.microseconds(50)
  /// The longest wait.
  static let longestWait = Duration.milliseconds(5)
  /// The largest number of batches that don't wait after one that has waited in vain.
  static let mostSkipped = 64

  /// The number of calls in the last batch, and of those that came while it was written.
  private var expected = 0
  /// The time that the last sync took.
  private var sync = Duration.zero
  /// The number of batches that don't wait after the next wait in vain.
  private var penalty = 1
  /// The number of batches that still don't wait.
  private var skipped = 0

  /// Whether a batch has all the calls that it may wait for.
  func isComplete(calls: Int) -> Bool { calls >= expected }

  /// Returns how long a batch waits before it is written; nil if it doesn't.
  ///
  /// - Parameter calls: The number of calls in the batch.
  /// - Returns: At most the time of two syncs, so that a wait in vain costs little more than the batch that it might have saved.
  mutating func wait(calls: Int) -> Duration? {
    guard sync >= Self.shortestSync, !isComplete(calls: calls) else { return nil }
    guard skipped == 0 else {
      skipped -= 1
      return nil
    }
    return min(sync * 2, Self.longestWait)
  }

  /// Notes the end of a wait.
  ///
  /// - Parameter calls: The number of calls in the batch.
  mutating func hasWaited(calls: Int) {
    // Some may be late.
    if calls * 4 >= expected * 3 {
      penalty = 1
    } else {
      // The calls of the last batch have nothing to do with each other.
      skipped = penalty
      penalty = min(penalty * 2, Self.mostSkipped)
    }
  }

  /// Notes a batch that was written.
  ///
  /// - Parameters:
  ///   - calls: The number of its calls.
  ///   - arrived: The number of the calls that came meanwhile.
  ///   - sync: The time that its sync took; zero for none.
  mutating func wrote(calls: Int, arrived: Int, sync: Duration) {
    (expected, self.sync) = (calls + arrived, sync)
  }
}
