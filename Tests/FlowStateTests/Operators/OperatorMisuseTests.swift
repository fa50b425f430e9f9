import FlowState
import TestSupport
import Testing

/// Law 10 for operators: invalid arguments trap with a full sentence.
struct OperatorMisuseTests {
  /// A misuse; its raw value is the message of its trap.
  enum Misuse: String, CaseIterable, Codable, Sendable, CustomTestStringConvertible {
    case noAttempts = "Step 'a' has a retry with 0 attempts; retry needs at least one attempt."
    case negativeAttempts = "Step 'a' has a retry with -3 attempts; retry needs at least one attempt."
    case zeroTimeout = "Step 'a' has a timeout of 0.0 seconds; it must be longer than zero."
    case negativeTimeout = "Step 'a' has a timeout of -1.5 seconds; it must be longer than zero."
    case negativeDelay = "Step 'a' has a delay of -2.0 seconds; a delay must not be negative."
    case negativeConstant = "A backoff begins with -1.0 seconds; a delay must not be negative."
    case negativeFirst = "A backoff begins with -1e-09 seconds; a delay must not be negative."
    case negativeLimit = "A backoff has the limit -1.0 seconds; a delay must not be negative."
    case shrinking = "A backoff has the factor 0.99; a factor must be a finite number of at least 1."
    case noFactor = "A backoff has the factor nan; a factor must be a finite number of at least 1."
    case endlessFactor = "A backoff has the factor inf; a factor must be a finite number of at least 1."
    case negativeJitter = "A backoff has a jitter of -0.1; the fraction must be between 0 and 1."
    case largeJitter = "A backoff has a jitter of 1.1; the fraction must be between 0 and 1."
    case noJitter = "A backoff has a jitter of nan; the fraction must be between 0 and 1."
    case retryZero = "There is no retry 0; retries count from 1."
    case negativeRoute = "Step 'a' has a retry delay of -1.0 seconds; a delay must not be negative."

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

  @Test("Each misuse of an operator traps with a sentence that explains it", arguments: Misuse.allCases)
  func says(misuse: Misuse) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [misuse] in
      misuse.commit()
    }
    expectSaid(result, misuse.rawValue)
  }
}
