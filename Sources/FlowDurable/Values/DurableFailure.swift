import FlowJSON
import FlowState

/// The failure of a step as a run has recorded it.
///
/// Errors don't have to be `Codable`, so a run records only the type and the text of an error. Later steps and
/// ``DurableRun/outcome()`` receive this failure instead:
///
/// ```swift
/// if case .failed(let error as DurableFailure) = try await run.outcome() {
///   print(error)  // Step 'charge' failed: The bank declined the payment.
///   print(error.type)  // Declined
/// }
/// ```
public struct DurableFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name of the error's type.
  public let type: String
  /// The error as text.
  public let text: String
  /// The identifier of the step that failed; nil if it isn't known, or if a `FlowError` around this error names it.
  public let step: String?

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - type: The name of the error's type.
  ///   - text: The error as text.
  ///   - step: The identifier of the step that failed.
  public init(type: String, text: String, step: String? = nil) {
    self.type = type
    self.text = text
    self.step = step
  }

  init(_ recorded: RecordedFailure, of step: String? = nil) {
    self.init(type: recorded.type, text: recorded.text, step: step)
  }

  /// The step, if it is known, and the error as text.
  public var description: String {
    // Some errors of the library already begin with their step.
    guard let step, !text.hasPrefix("Step '\(step)'") else { return text }
    return type == RecordedFailure.timedOut ? "Step '\(step)' timed out: \(text)." : "Step '\(step)' failed: \(text)"
  }
}

extension RecordedFailure {
  // Types of failures that have a special form in records.
  fileprivate static let timedOut = "FlowError.timedOut"
  private static let abandoned = "FlowError.abandoned"
  /// The longest time limit that is read, in seconds. Creating a `Duration` from a larger number traps.
  private static let longest = 1e18

  /// Creates the failure of a step.
  init(_ error: FlowError) {
    var inner = error
    while let next = inner.cause as? FlowError { inner = next }
    switch inner.reason {
    case .failed(let cause): self.init(cause)
    case .timedOut(let limit):
      self.init(type: Self.timedOut, text: "it had not ended after \(limit)", value: .number(limit / .seconds(1)))
    case .abandoned, .superseded: self.init(type: Self.abandoned, text: "\(inner)")
    }
  }

  /// Creates the recorded form of an error.
  init(_ error: any Error) {
    if let failure = error as? DurableFailure {
      self.init(type: failure.type, text: failure.text)
    } else if let interrupted = error as? StepInterrupted {
      self.init(
        type: "StepInterrupted", text: "\(interrupted)",
        value: ["step": .string(interrupted.step), "key": .string(interrupted.key)])
    } else {
      self.init(type: "\(Swift.type(of: error))", text: "\(error)")
    }
  }

  /// Returns the error that the step after the failed one receives.
  func error(of step: String, at place: FlowPlace) -> FlowError {
    switch (type, value) {
    case (Self.timedOut, .number(let seconds)):
      FlowError(step: step, place: place, reason: .timedOut(after: .seconds(min(max(seconds, 0), Self.longest))))
    case (Self.timedOut, .integer(let seconds)):
      FlowError(step: step, place: place, reason: .timedOut(after: .seconds(seconds)))
    case (Self.abandoned, _): FlowError(step: step, place: place, reason: .abandoned)
    default: FlowError(step: step, place: place, reason: .failed(cause))
    }
  }

  /// The error for human readers.
  private var cause: any Error {
    if type == "StepInterrupted", case .string(let step) = value?["step"], case .string(let key) = value?["key"] {
      return StepInterrupted(step: step, key: key)
    }
    return DurableFailure(self)
  }
}
