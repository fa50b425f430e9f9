/// An error that reports waiting timers of a ``ManualClock``.
///
/// ```swift
/// do {
///   try clock.requireNothingScheduled()
/// } catch {
///   print(error)  // 2 timers are still scheduled, the next one at 30.0 seconds.
/// }
/// ```
public struct ScheduledTimersError: Error, Equatable, CustomStringConvertible {
  /// The number of waiting timers.
  public let count: Int
  /// The time of the next timer on the clock.
  public let next: Duration
  /// The number of advances before the clock gave up; nil if it didn't advance.
  public let limit: Int?

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - count: The number of waiting timers.
  ///   - next: The time of the next timer on the clock.
  ///   - limit: The number of advances before the clock gave up; nil if it didn't advance.
  public init(count: Int, next: Duration, limit: Int? = nil) {
    self.count = count
    self.next = next
    self.limit = limit
  }

  /// A sentence with the number of timers and the time of the next timer.
  public var description: String {
    let sentence =
      count == 1
      ? "1 timer is still scheduled, at \(next)." : "\(count) timers are still scheduled, the next one at \(next)."
    return limit.map { "The clock has advanced \($0) times. \(sentence)" } ?? sentence
  }
}
