/// The delays before each retry of a step.
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
    requireUse(first >= .zero, "A backoff begins with \(first); a delay must not be negative.")
    requireUse(
      factor >= 1 && factor.isFinite,
      "A backoff has the factor \(factor); a factor must be a finite number of at least 1."
    )
    requireUse(limit >= .zero, "A backoff has the limit \(limit); a delay must not be negative.")
    self.first = first
    self.factor = factor
    // A delay that was computed in floating point must fit into a duration.
    self.limit = min(limit, .seconds(Int64.max))
  }

  /// A backoff without delays.
  public static var none: Backoff { constant(.zero) }

  /// Returns a backoff with the same delay each time.
  ///
  /// - Parameter delay: The delay. Must not be negative.
  /// - Returns: The backoff.
  public static func constant(_ delay: Duration) -> Backoff {
    Backoff(from: delay, factor: 1, upTo: delay)
  }

  /// Returns a backoff whose delays grow by a factor, up to a limit.
  ///
  /// - Parameters:
  ///   - first: The first delay. Must not be negative.
  ///   - factor: The ratio of each delay to the previous one; at least 1.
  ///   - limit: The longest delay. Must not be negative.
  /// - Returns: The backoff.
  public static func exponential(
    from first: Duration, factor: Double = 2, upTo limit: Duration = .seconds(60)
  ) -> Backoff {
    Backoff(from: first, factor: factor, upTo: limit)
  }

  /// Returns a copy of the backoff that shortens its delays at random.
  ///
  /// With jitter, clients that fail together don't retry together.
  ///
  /// - Parameters:
  ///   - fraction: The largest part of a delay to remove, from 0 to 1. With 1, a delay has any length up to its full length.
  ///   - generator: The source of randomness. The backoff keeps a copy of it. A seeded generator gives every copy of the
  ///     backoff the same delays.
  /// - Returns: The backoff with jitter.
  public func jittered(by fraction: Double, using generator: some RandomNumberGenerator & Sendable) -> Backoff {
    requireUse(
      (0...1).contains(fraction), "A backoff has a jitter of \(fraction); the fraction must be between 0 and 1.")
    var backoff = self
    backoff.jitter = fraction
    backoff.generator = generator
    return backoff
  }

  /// Returns the delay before a retry. With jitter, each call returns another delay.
  ///
  /// - Parameter number: The number of the retry, from 1.
  /// - Returns: The delay, never longer than the limit.
  public mutating func delay(beforeRetry number: Int) -> Duration {
    requireUse(number > 0, "There is no retry \(number); retries count from 1.")
    // The result can be infinite here, because the limit is applied last.
    let growth = Backoff.power(factor, number - 1)
    let seconds = first == .zero ? 0 : first / .seconds(1) * growth
    // Rounding must not exceed the limit either.
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
