import FlowState
import TestSupport
import Testing

/// Law 10 for operators: arguments that make no sense trap, with a full sentence.
struct OperatorMisuseTests {
  /// A wrong use, by the sentence that it traps with.
  enum Misuse: String, CaseIterable, Codable, Sendable, CustomTestStringConvertible {
    case noAttempts = "Step 'a' is to be tried 0 times; retry needs at least one attempt."
    case negativeAttempts = "Step 'a' is to be tried -3 times; retry needs at least one attempt."
    case zeroTimeout = "Step 'a' is given a timeout of 0.0 seconds; it must be longer than zero."
    case negativeTimeout = "Step 'a' is given a timeout of -1.5 seconds; it must be longer than zero."
    case negativeDelay = "Step 'a' is to start after -2.0 seconds; a delay must not be negative."
    case negativeConstant = "A backoff is to begin with -1.0 seconds; a delay must not be negative."
    case negativeFirst = "A backoff is to begin with -1e-09 seconds; a delay must not be negative."
    case negativeLimit = "A backoff is to grow up to -1.0 seconds; a delay must not be negative."
    case shrinking = "A backoff is to grow by the factor 0.99; it must be a number of at least 1."
    case noFactor = "A backoff is to grow by the factor nan; it must be a number of at least 1."
    case endlessFactor = "A backoff is to grow by the factor inf; it must be a number of at least 1."
    case negativeJitter = "A backoff is to be jittered by -0.1; the fraction must be between 0 and 1."
    case largeJitter = "A backoff is to be jittered by 1.1; the fraction must be between 0 and 1."
    case noJitter = "A backoff is to be jittered by nan; the fraction must be between 0 and 1."
    case retryZero = "Retry 0 was asked for; retries are counted from 1."
    case negativeRoute = "Step 'a' is to be retried after -1.0 seconds, which is negative."

    var testDescription: String { rawValue }

    func commit() {
      let a = FlowHarness(keepsEarlierStarts: true).failing()
      var backoff = Backoff.constant(.seconds(1))
      switch self {
      case .noAttempts: _ = a.retry(attempts: 0)
      case .negativeAttempts: _ = a.retry(attempts: -3)
      case .zeroTimeout: _ = a.timeout(.zero)
      case .negativeTimeout: _ = a.timeout(.milliseconds(-1_500))
      case .negativeDelay: _ = a.delay(.seconds(-2))
      case .negativeConstant: _ = Backoff.constant(.seconds(-1))
      case .negativeFirst: _ = Backoff.exponential(from: .nanoseconds(-1))
      case .negativeLimit: _ = Backoff.exponential(from: .zero, upTo: .seconds(-1))
      case .shrinking: _ = Backoff.exponential(from: .seconds(1), factor: 0.99)
      case .noFactor: _ = Backoff.exponential(from: .seconds(1), factor: .nan)
      case .endlessFactor: _ = Backoff.exponential(from: .seconds(1), factor: .infinity)
      case .negativeJitter: _ = backoff.jittered(by: -0.1, using: SystemRandomNumberGenerator())
      case .largeJitter: _ = backoff.jittered(by: 1.1, using: SystemRandomNumberGenerator())
      case .noJitter: _ = backoff.jittered(by: .nan, using: SystemRandomNumberGenerator())
      case .retryZero: _ = backoff.delay(beforeRetry: 0)
      case .negativeRoute:
        FlowHarness(keepsEarlierStarts: true).startFlow { _ in
          let a = FlowHarness(keepsEarlierStarts: true).failing()
          a.setFailure { _ in .retry(after: .seconds(-1)) }
          return a
        }
      }
    }
  }

  @Test("it says what is wrong", arguments: Misuse.allCases)
  func says(misuse: Misuse) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [misuse] in
      misuse.commit()
    }
    expectSaid(result, misuse.rawValue)
  }
}
