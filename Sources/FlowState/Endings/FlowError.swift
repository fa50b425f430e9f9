/// An error that names the step that failed, its place in the run, and the cause.
///
/// ```swift
/// do {
///   let profile = try await flow.run()
/// } catch let error as FlowError {
///   print("\(error.step) failed: \(error)")
/// }
/// ```
public struct FlowError: Error, CustomStringConvertible {
  /// The way in which the step failed.
  public enum Reason: Sendable {
    /// The step's work reported this error with ``AnyFlowStepHandler/fail(_:)``, or threw it.
    case failed(any Error)
    /// The step didn't end within this time, the limit of its ``FlowStep/timeout(_:)``.
    case timedOut(after: Duration)
    /// The last owner of the step's handler released it without completing it.
    case abandoned
    /// The step was started again while it waited, or another start returned its handler.
    case superseded
  }

  /// The identifier of the step.
  public let step: String
  /// The place of the step in the run.
  public let place: FlowPlace
  /// The way in which the step failed.
  public var reason: Reason { box.reason }
  private let box: ReasonBox
  /// Whether another step has already reported this error to the observer.
  private(set) var isPassedOn = false
  /// Whether the step ran a flow that a person has left by going back past its first step.
  private(set) var isLeftBackwards = false

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - step: The identifier of the step.
  ///   - place: The place of the step in the run.
  ///   - reason: The way in which the step failed.
  public init(step: String, place: FlowPlace, reason: Reason) {
    self.step = step
    self.place = place
    box = ReasonBox(reason)
  }

  /// Creates the error of a step whose work has reported a failure.
  init(of step: String, at place: FlowPlace, because failure: any Error) {
    if failure is LeftBackwards {
      self.init(step: step, place: place, reason: .failed(CancellationError()))
      isLeftBackwards = true
      return
    }
    guard let passedOn = failure as? PassedOn else {
      self.init(step: step, place: place, reason: .failed(failure))
      return
    }
    // The error already names the step that failed.
    self = passedOn.error
    isPassedOn = !passedOn.isOwn
  }

  /// The error that the step reported; nil if it didn't report one.
  public var cause: (any Error)? {
    if case .failed(let cause) = reason { cause } else { nil }
  }

  /// The innermost error: the one that the work reported, below all nested flows and steps; nil if no work reported an error,
  /// for instance because a step timed out.
  ///
  /// ```swift
  /// pay.setFailure { error in  // the step of a nested flow
  ///   error.rootCause is Declined ? .goTo(apology) : .fail
  /// }
  /// ```
  public var rootCause: (any Error)? { last.cause }

  /// The last error of a step, from cause to cause.
  package var last: FlowError {
    var error = self
    while let inner = error.cause as? FlowError { error = inner }
    return error
  }

  /// Whether the step may be started again. A superseded step is at work for another start, which would lose it. A person who has left
  /// a nested flow doesn't want to be asked again.
  @usableFromInline package var canBeRetried: Bool {
    if case .superseded = reason { false } else { !isLeftBackwards }
  }

  /// The number of steps that failed because of one another: 1 if no other step's failure is the cause.
  package var depth: Int { box.depth }

  /// The failure of the innermost step: of the first one that failed, or, if that was in a race, of the first one of the deepest child.
  package var innermost: FlowError { box.innermost ?? self }

  /// A description of the error, for logs. If more than 16 steps failed because of one another, it leaves out those in the middle.
  public var description: String { ErrorText.text(of: self) }

  /// The sentence about a step that failed without a cause.
  var sentenceWithoutCause: String {
    switch reason {
    case .failed:
      "Step '\(step)' failed (\(place))."
    case .timedOut(let limit):
      "Step '\(step)' timed out (\(place)): it had not ended after \(limit)."
    case .abandoned:
      "Step '\(step)' was abandoned (\(place)): the last owner of its handler released it without completing it."
    case .superseded:
      "Step '\(step)' was superseded (\(place)): it was started again, or its handler was returned again, while it waited."
    }
  }
}

/// The reason of an error. Errors of nested flows contain one another, so the box releases them without deep recursion.
///
/// `@unchecked Sendable`: the reason changes only in the deinitializer.
private final class ReasonBox: @unchecked Sendable {
  private(set) var reason: FlowError.Reason
  /// The number of errors in the nest, with this one, and the innermost one if it is another. Counted once, because each error of a
  /// nest is reported.
  let depth: Int
  let innermost: FlowError?

  init(_ reason: FlowError.Reason) {
    self.reason = reason
    guard case .failed(let cause) = reason else {
      (depth, innermost) = (1, nil)
      return
    }
    let inner = (cause as? RaceError)?.causes.max { $0.depth < $1.depth } ?? cause as? FlowError
    depth = 1 + (inner?.depth ?? 0)
    innermost = inner?.innermost
  }

  deinit {
    guard case .failed = reason else { return }
    IterativeRelease.shallowly {
      reason = .abandoned
    } keeping: {
      reason
    }
  }
}

/// The failure of a step whose nested flow was left by going back past its first step, and which has a route for that.
struct LeftBackwards: Error {}

/// A failure that an operator passes on: the operator's step fails with the same error.
struct PassedOn: Error {
  let error: FlowError
  /// Whether the operator itself caused the failure.
  var isOwn = false
}
