import FlowState

/// The error of a step that a test has answered with a result of another type.
///
/// The step fails with this error, whatever the answer is part of. Since the flow can have a route after a failure, the
/// tools report it, too: ``FlowScript/wrongAnswers``, ``FlowTest/requireNothingLeft()``, a ``ScheduleFailure``, and a
/// ``PathReport``.
///
/// ```swift
/// let script: FlowScript = ["Download": [.result(404)]]
/// flow.scripted(by: script).start()
/// for error in script.wrongAnswers {
///   print(error)  // Step 'Download' is answered with a result of type Int; its results are of type String.
/// }
/// ```
public struct FlowAnswerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The identifier of the step.
  public let step: String
  /// The name of the type of the step's results; nil if the step completes without a result.
  public let expected: String?
  /// The name of the type of the answer's result.
  public let found: String

  /// The error as a sentence.
  public var description: String {
    let rest = expected.map { "its results are of type \($0)" } ?? "the step completes without a result"
    return "Step '\(step)' is answered with a result of type \(found); \(rest)."
  }

  package init(_ found: Any.Type, inPlaceOf expected: Any.Type?, by step: String) {
    self.step = step
    self.expected = expected.map { "\($0)" }
    self.found = "\(found)"
  }
}

extension RunProbe {
  /// Returns the error of a step that the probe has answered with a result of another type.
  package func refusal(of result: Any.Type, inPlaceOf expected: Any.Type?, by step: String) -> any Error {
    FlowAnswerError(result, inPlaceOf: expected, by: step)
  }
}
