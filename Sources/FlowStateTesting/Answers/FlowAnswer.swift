import FlowState

/// An answer that a step receives in place of its own work, from a ``FlowScript``, on a ``ScheduleStage``, or in a
/// ``PathCheck``.
///
/// ```swift
/// script.answer("Edit", with: .after(.seconds(2), .result("Bo")), .ownWork)
/// stage.answer("Edit", with: .result("Bo"), .failure(Offline()), .abandonment, .twice(.result("Bo")))
/// ```
public struct FlowAnswer: Sendable {
  package enum Act: Sendable {
    case result(@Sendable () -> Any)
    case noResult
    case failure(any Error)
    case abandonment
    case never
    case ownWork
    indirect case after(Duration, FlowAnswer)
  }

  package let act: Act
  let isGivenTwice: Bool
  /// The name of the answer in schedules.
  let name: String

  private init(_ act: Act, twice isGivenTwice: Bool = false, name: String) {
    self.act = act
    self.isGivenTwice = isGivenTwice
    self.name = name
  }

  /// Completes the step with a result.
  ///
  /// - Parameters:
  ///   - result: The result, which is evaluated for each start that it answers. If it isn't of the step's type, the step
  ///     fails with a ``FlowAnswerError``, which the tools report. Use nil for no result, unless the step's result type
  ///     is optional.
  ///   - name: The name of the answer in schedules.
  /// - Returns: The answer.
  public static func result<Result>(
    _ result: @autoclosure @escaping @Sendable () -> Result, as name: String = "result"
  ) -> FlowAnswer {
    FlowAnswer(.result { result() }, name: name)
  }

  /// Completes the step without a result.
  public static var noResult: FlowAnswer { FlowAnswer(.noResult, name: "nothing") }

  /// Makes the step fail.
  ///
  /// - Parameters:
  ///   - error: The cause of the run's error.
  ///   - name: The name of the answer in schedules.
  /// - Returns: The answer.
  public static func failure(_ error: any Error, as name: String = "failure") -> FlowAnswer {
    FlowAnswer(.failure(error), name: name)
  }

  /// Releases the step's handler without an answer.
  public static var abandonment: FlowAnswer { FlowAnswer(.abandonment, name: "abandonment") }

  /// Never answers the step, so that only cancellation or a timeout ends it. Until then, the step keeps its run alive.
  public static var never: FlowAnswer { FlowAnswer(.never, name: "never") }

  /// Lets the step do its own work, as if it had no answer.
  ///
  /// On a ``ScheduleStage``, it must be the only answer of a step.
  public static var ownWork: FlowAnswer { FlowAnswer(.ownWork, name: "own-work") }

  /// Gives an answer after a delay, unless the step is cancelled earlier.
  ///
  /// - Parameters:
  ///   - delay: The time to wait on the run's clock. Traps if it is negative.
  ///   - answer: The answer to give. Traps if it is ``ownWork``.
  /// - Returns: The answer.
  public static func after(_ delay: Duration, _ answer: FlowAnswer) -> FlowAnswer {
    requireUse(delay >= .zero, "A script cannot answer after \(delay); a delay must not be negative.")
    if case .ownWork = answer.act {
      trap("A script cannot delay a step's own work; own work begins immediately.")
    }
    return FlowAnswer(.after(delay, answer), name: answer.name + "-later")
  }

  /// Answers the step, and gives the same answer again as an extra completion.
  ///
  /// A ``FlowScript`` gives the second answer at once. On a ``ScheduleStage``, the second answer is a separate event
  /// with the name of the step and `.again`, which happens later.
  ///
  /// - Parameter answer: A result, ``noResult``, or a failure. Traps for any other answer.
  /// - Returns: The answer.
  public static func twice(_ answer: FlowAnswer) -> FlowAnswer {
    requireUse(answer.isReport, "Answer '\(answer.name)' cannot be given twice; only a result or a failure can.")
    return FlowAnswer(answer.act, twice: true, name: answer.name + "-twice")
  }
}
