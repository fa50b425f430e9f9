/// How long to wait before a step is tried again.
///
/// ```swift
/// let gentle = Backoff.exponential(from: .milliseconds(200), upTo: .seconds(10))
///   .jittered(by: 0.5, using: SystemRandomNumberGenerator())
/// ```
public struct Backoff: Sendable {
  private let first: Duration
  private let factor: Double
  private let limit: Duration
  private var jitter = 0.0
  private var generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()

  private init(from first: Duration, factor: Double, upTo limit: Duration) {
    requireUse(first >= .zero, "A backoff is to begin with \(first); a delay must not be negative.")
    requireUse(
      factor >= 1 && factor.isFinite, "A backoff is to grow by the factor \(factor); it must be a number of at least 1."
    )
    requireUse(limit >= .zero, "A backoff is to grow up to \(limit); a delay must not be negative.")
    self.first = first
    self.factor = factor
    // What is counted in floating point has to fit into a duration afterwards.
    self.limit = min(limit, .seconds(Int64.max))
  }

  /// No waiting.
  public static var none: Backoff { constant(.zero) }

  /// The same delay each time.
  ///
  /// - Parameter delay: The delay; not negative.
  /// - Returns: The backoff.
  public static func constant(_ delay: Duration) -> Backoff {
    Backoff(from: delay, factor: 1, upTo: delay)
  }

  /// A delay that grows by a factor each time, up to a limit.
  ///
  /// - Parameters:
  ///   - first: The first delay; not negative.
  ///   - factor: By what each delay is longer than the one before; at least 1.
  ///   - limit: The longest delay.
  /// - Returns: The backoff.
  public static func exponential(
    from first: Duration, factor: Double = 2, upTo limit: Duration = .seconds(60)
  ) -> Backoff {
    Backoff(from: first, factor: factor, upTo: limit)
  }

  /// The same backoff with delays that are shortened at random, so that many who failed together do not come back together.
  ///
  /// - Parameters:
  ///   - fraction: By which part of it a delay is shortened at most, from 0 to 1. With 1 a delay may be anything up to its
  ///     full length.
  ///   - generator: Where the chance comes from. A copy of it is kept, so a seeded one gives the same delays to every copy of
  ///     the backoff.
  /// - Returns: The backoff.
  public func jittered(by fraction: Double, using generator: some RandomNumberGenerator & Sendable) -> Backoff {
    requireUse(
      (0...1).contains(fraction), "A backoff is to be jittered by \(fraction); the fraction must be between 0 and 1.")
    var backoff = self
    backoff.jitter = fraction
    backoff.generator = generator
    return backoff
  }

  /// The delay before a retry. With jitter, each call yields another.
  ///
  /// - Parameter number: Which retry, from 1.
  /// - Returns: The delay, never longer than the limit.
  public mutating func delay(beforeRetry number: Int) -> Duration {
    requireUse(number > 0, "Retry \(number) was asked for; retries are counted from 1.")
    // Infinity is a fine intermediate result: the limit comes last.
    let growth = Backoff.power(factor, number - 1)
    let seconds = first == .zero ? 0 : first / .seconds(1) * growth
    // Rounding must not lead past the limit either.
    let full = seconds < limit / .seconds(1) ? min(.seconds(seconds), limit) : limit
    guard jitter > 0 else { return full }
    return min(full * (1 - jitter * Double.random(in: 0...1, using: &generator)), full)
  }

  private static func power(_ base: Double, _ exponent: Int) -> Double {
    var result = 1.0
    var square = base
    var rest = exponent
    while rest > 0 {
      if rest & 1 == 1 { result *= square }
      square *= square
      rest >>= 1
    }
    return result
  }
}
