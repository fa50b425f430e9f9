/// An error that says which timers of a ``ManualClock`` still wait.
///
/// ```swift
/// do {
///   try clock.requireNothingScheduled()
/// } catch {
///   print(error)  // 2 timers are still scheduled, the next one at 30.0 seconds.
/// }
/// ```
public struct ScheduledTimersError: Error, Equatable, CustomStringConvertible {
  /// The number of timers that wait.
  public let count: Int
  /// The time of the next one on the clock.
  public let next: Duration
  /// The number of times to which the clock has advanced before it gave up; nil if it hasn't advanced.
  public let limit: Int?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - count: The number of timers that wait.
  ///   - next: The time of the next one on the clock.
  ///   - limit: The number of times to which the clock has advanced before it gave up; nil if it hasn't advanced.
  public init(count: Int, next: Duration, limit: Int? = nil) {
    self.count = count
    self.next = next
    self.limit = limit
  }

  /// A sentence with the number of timers and the time of the next one.
  public var description: String {
    let sentence =
      count == 1
      ? "1 timer is still scheduled, at \(next)." : "\(count) timers are still scheduled, the next one at \(next)."
    return limit.map { "The clock has advanced \($0) times. \(sentence)" } ?? sentence
  }
}
