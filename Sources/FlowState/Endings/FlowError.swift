/// Why a run ended without a result: the step that failed, where, and the cause.
///
/// ```swift
/// do {
///   let profile = try await flow.run()
/// } catch let error as FlowError {
///   print("\(error.step) failed: \(error)")
/// }
/// ```
public struct FlowError: Error, CustomStringConvertible {
  /// What happened to the step.
  public enum Reason: Sendable {
    /// The step's work reported this error by ``AnyFlowStepHandler/fail(_:)``.
    case failed(any Error)
    /// The step had not ended after this time, which its ``FlowStep/timeout(_:)`` allows.
    case timedOut(after: Duration)
    /// The last owner of the step's handler let go of it without completing it.
    case abandoned
    /// The step was started again while it waited, or its handler was returned by another start.
    case superseded
  }

  /// The identifier of the step.
  public let step: String
  /// Where in the run the step was.
  public let place: FlowPlace
  /// What happened.
  public var reason: Reason { box.reason }
  private let box: ReasonBox
  /// Whether the step that fails with this error got it from another, which has told of it.
  private(set) var isPassedOn = false

  /// Makes an error.
  ///
  /// - Parameters:
  ///   - step: The identifier of the step.
  ///   - place: Where in the run the step was.
  ///   - reason: What happened to it.
  public init(step: String, place: FlowPlace, reason: Reason) {
    self.step = step
    self.place = place
    box = ReasonBox(reason)
  }

  /// Makes the error of a step whose work has reported a failure.
  init(of step: AnyFlowStep, at place: FlowPlace, because failure: any Error) {
    guard let passedOn = failure as? PassedOn else {
      self.init(step: step.identifier, place: place, reason: .failed(failure))
      return
    }
    // It says already which step has failed.
    self = passedOn.error
    isPassedOn = !passedOn.isOwn
  }

  /// The error that the step reported, if it reported one.
  public var cause: (any Error)? {
    if case .failed(let cause) = reason { cause } else { nil }
  }

  /// The error that some work reported, below all flows and steps that are nested in the one that failed; nil if nobody
  /// reported one, because a step timed out for instance.
  ///
  /// ```swift
  /// pay.setFailure { error in  // the step of a nested flow
  ///   error.rootCause is Declined ? .goTo(apology) : .fail
  /// }
  /// ```
  public var rootCause: (any Error)? {
    var error = self
    while let inner = error.cause as? FlowError { error = inner }
    return error.cause
  }

  /// Whether the step is at work for another start.
  @usableFromInline var isSuperseded: Bool {
    if case .superseded = reason { true } else { false }
  }

  /// A sentence for the person who reads a log.
  public var description: String {
    // In a loop, because flows can be nested very deep.
    var text = ""
    var error = self
    while case .failed(let cause) = error.reason, let inner = cause as? FlowError {
      text += "Step '\(error.step)' failed (\(error.place)): "
      error = inner
    }
    return text + error.lastSentence
  }

  /// The sentence of an error that has no other such error for its cause.
  private var lastSentence: String {
    switch reason {
    case .failed(let cause):
      "Step '\(step)' failed (\(place)): \(cause)"
    case .timedOut(let limit):
      "Step '\(step)' timed out (\(place)): it had not ended after \(limit)."
    case .abandoned:
      "Step '\(step)' was abandoned (\(place)): the last owner of its handler let go of it without completing it."
    case .superseded:
      "Step '\(step)' was superseded (\(place)): it was started again, or its handler was returned again, while it waited."
    }
  }
}

/// The reason of an error, which may have another error inside, and that one another: as many as flows are nested in each
/// other. They are released without deep recursion.
///
/// Guard of `@unchecked Sendable`: nothing changes until the last owner lets go.
private final class ReasonBox: @unchecked Sendable {
  private(set) var reason: FlowError.Reason

  init(_ reason: FlowError.Reason) {
    self.reason = reason
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

/// A failure that an operator did not turn into anything else: the operator's step fails with the very same error.
struct PassedOn: Error {
  let error: FlowError
  /// Whether it is the operator itself that has brought the failure about.
  var isOwn = false
}
