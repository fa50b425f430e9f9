/// The growing delays between attempts.
///
/// Half of each delay is random, so that many processes don't try again at the same time.
struct Backoff {
  private var delay: Duration
  private let longest: Duration

  /// Creates delays of at most the first one, of at most twice as much, and so on.
  init(from first: Duration, to longest: Duration = .seconds(1)) {
    delay = first
    self.longest = longest
  }

  /// Returns the delay before the next attempt.
  mutating func next() -> Duration {
    defer { delay = min(delay * 2, longest) }
    return delay * Double.random(in: 0.5...1)
  }
}
