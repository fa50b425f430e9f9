/// The number of jobs that no worker has claimed: counted in the database now and then, and estimated in between from what
/// this process does.
struct QueueDepth: Sendable {
  /// The latest count.
  private(set) var counted = 0
  /// The jobs that this process had started, without those that it had claimed, at the time of the count.
  private var before = 0

  mutating func note(_ count: Int, unclaimed: Int) {
    (counted, before) = (count, unclaimed)
  }

  /// Returns the number of jobs that are missing for a depth.
  ///
  /// - Parameters:
  ///   - target: The depth.
  ///   - unclaimed: The jobs that this process has started, without those that it has claimed.
  /// - Returns: The number.
  func missing(for target: Int, unclaimed: Int) -> Int { max(0, target - counted - (unclaimed - before)) }
}
