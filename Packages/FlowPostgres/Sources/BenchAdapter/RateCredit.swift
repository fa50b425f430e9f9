/// The number of jobs that are due, from the time that has really passed.
struct RateCredit: Sendable {
  /// The most jobs that can be due, so that any rate has a number of them. It is far beyond what a server can do.
  private static let most = 1e9

  private var credit = 0.0
  private var last: ContinuousClock.Instant

  init(at time: ContinuousClock.Instant) {
    last = time
  }

  /// Returns how many jobs to start now. Jobs beyond the limit stay due.
  mutating func take(rate: Double, at time: ContinuousClock.Instant, atMost limit: Int) -> Int {
    let passed = (time - last) / .seconds(1)
    last = time
    guard rate.isFinite, rate > 0 else {
      credit = 0
      return 0
    }
    credit = min(Self.most, credit + rate * passed)
    let count = min(limit, Int(credit))
    credit -= Double(count)
    return count
  }
}
