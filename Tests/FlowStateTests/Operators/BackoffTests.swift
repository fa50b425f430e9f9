import FlowState
import FlowStateTesting
import Testing

/// `Backoff`: the delay before another attempt of a step.
struct BackoffTests {
  private func delays(_ backoff: Backoff, _ numbers: [Int] = [1, 2, 3, 4]) -> [Duration] {
    var backoff = backoff
    return numbers.map { backoff.delay(beforeRetry: $0) }
  }

  @Test("The backoffs none and constant keep the same delay")
  func constant() {
    #expect(delays(.none) == [.zero, .zero, .zero, .zero])
    #expect(delays(.constant(.milliseconds(20)), [1, 2, .max]) == Array(repeating: .milliseconds(20), count: 3))
  }

  @Test("Exponential backoff grows by its factor up to its limit")
  func exponential() {
    #expect(
      delays(.exponential(from: .seconds(1), upTo: .seconds(5))) == [
        .seconds(1), .seconds(2), .seconds(4), .seconds(5),
      ])
    #expect(delays(.exponential(from: .milliseconds(500), factor: 3), [1, 2, 3, 4, 5, 6]).last == .seconds(60))
    #expect(delays(.exponential(from: .seconds(9), upTo: .seconds(5)), [1]) == [.seconds(5)])
    #expect(delays(.exponential(from: .seconds(9), upTo: .zero), [1]) == [.zero])
    #expect(
      delays(.exponential(from: .seconds(3), factor: 1), [1, 1_000, .max]) == Array(repeating: .seconds(3), count: 3))
  }

  static let extremes: [Duration] = [
    .zero, Duration(secondsComponent: 0, attosecondsComponent: 1), .nanoseconds(1), .seconds(1),
    .seconds(100 * 365 * 24 * 3_600), .seconds(Int64.max), Duration(attoseconds: .max),
  ]

  @Test(
    "Exponential backoff is never negative or longer than its limit, whatever the number, factor, and limit",
    arguments: extremes, extremes)
  func saturation(first: Duration, limit: Duration) {
    for factor in [1, 1.000_1, 2, 1e300, Double.greatestFiniteMagnitude] {
      for jitter in [0, 1e-300, 0.5, 1] {
        let backoff = Backoff.exponential(from: first, factor: factor, upTo: limit)
          .jittered(by: jitter, using: SeededGenerator(seed: 1))
        for delay in delays(backoff, [1, 2, 3, 64, 1_025, .max - 1, .max]) {
          #expect(delay >= .zero && delay <= limit, "\(first) \(factor) \(jitter)")
        }
      }
    }
  }

  @Test("Exponential backoff from zero stays zero, whatever the factor")
  func zero() {
    #expect(delays(.exponential(from: .zero, factor: 1e300), [1, 2, .max]) == [.zero, .zero, .zero])
  }

  @Test("Jitter shortens a delay by at most its fraction, and a seed determines it", arguments: [0.1, 0.5, 1])
  func jitter(fraction: Double) {
    let backoff = Backoff.constant(.seconds(10)).jittered(by: fraction, using: SeededGenerator(seed: 7))
    let some = delays(backoff, Array(repeating: 1, count: 1_000))
    #expect(some == delays(backoff, Array(repeating: 1, count: 1_000)))
    #expect(
      some != delays(backoff.jittered(by: fraction, using: SeededGenerator(seed: 8)), Array(repeating: 1, count: 1_000))
    )
    #expect(some.allSatisfy { $0 <= .seconds(10) && $0 >= .seconds(10 * (1 - fraction)) - .nanoseconds(1) })
    let shortest = some.min() ?? .zero
    #expect(shortest < .seconds(10 * (1 - 0.9 * fraction)))
    #expect((some.max() ?? .zero) > .seconds(10 * (1 - 0.1 * fraction)))
  }

  @Test("A jitter of zero changes nothing")
  func noJitter() {
    let full = Backoff.exponential(from: .seconds(1))
    #expect(delays(full.jittered(by: 0, using: SeededGenerator(seed: 1))) == delays(full))
  }
}
