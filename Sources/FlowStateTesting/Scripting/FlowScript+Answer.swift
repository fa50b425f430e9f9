package import FlowState

extension FlowScript {
  /// An answer that a script gives in place of a step's own work.
  ///
  /// ```swift
  /// script.answer("Download", with: .never)
  /// script.answer("Edit", with: .after(.seconds(2), .result("Bo")), .ownWork)
  /// ```
  public struct Answer: Sendable {
    /// The answer, or nil for the step's own work.
    package let answer: StepAnswer?

    private init(_ answer: StepAnswer?) {
      self.answer = answer
    }

    /// Completes the step with a result.
    ///
    /// - Parameter result: The result, which is evaluated on the run's queue for each start that it answers. Traps if it isn't
    ///   of the step's type. Use nil for no result, unless the step's result type is optional.
    /// - Returns: The answer.
    public static func result<Result>(_ result: @autoclosure @escaping @Sendable () -> Result) -> Answer {
      Answer(.result { result() })
    }

    /// Completes the step without a result.
    public static var noResult: Answer { Answer(.noResult) }

    /// Makes the step fail.
    ///
    /// - Parameter error: The cause of the run's error.
    /// - Returns: The answer.
    public static func failure(_ error: any Error) -> Answer {
      Answer(.failure(error))
    }

    /// Gives an answer after a delay, unless the step is cancelled before.
    ///
    /// - Parameters:
    ///   - delay: The time to wait on the run's clock. Traps if it is negative.
    ///   - answer: The answer to give. Traps if it is ``ownWork``.
    /// - Returns: The answer.
    public static func after(_ delay: Duration, _ answer: Answer) -> Answer {
      precondition(delay >= .zero, "A script cannot answer after \(delay); a delay must not be negative.")
      guard let answer = answer.answer else {
        preconditionFailure("A script cannot delay a step's own work; own work begins immediately.")
      }
      return Answer(.after(delay, answer))
    }

    /// Never answers the step, which waits until it is cancelled.
    ///
    /// Until then, the step keeps its run alive.
    public static var never: Answer { Answer(.never) }

    /// Lets the step do its own work, as if the script didn't name it.
    public static var ownWork: Answer { Answer(nil) }
  }
}
