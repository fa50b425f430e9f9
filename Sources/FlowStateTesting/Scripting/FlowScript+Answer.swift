package import FlowState

extension FlowScript {
  /// What a script has a step do instead of its own work.
  ///
  /// ```swift
  /// script.answer("Download", with: .never)
  /// script.answer("Edit", with: .after(.seconds(2), .result("Bo")), .ownWork)
  /// ```
  public struct Answer: Sendable {
    /// Nil for the step's own work.
    package let answer: StepAnswer?

    private init(_ answer: StepAnswer?) {
      self.answer = answer
    }

    /// The step completes with a result.
    ///
    /// - Parameter result: Is evaluated for each start that it answers, on the run's queue. It has to be of the step's type,
    ///   else it traps; nil stands for no result, unless the step's results are optional.
    /// - Returns: The answer.
    public static func result<Result>(_ result: @autoclosure @escaping @Sendable () -> Result) -> Answer {
      Answer(.result { result() })
    }

    /// The step completes without a result.
    public static var noResult: Answer { Answer(.noResult) }

    /// The step fails.
    ///
    /// - Parameter error: The cause of the run's error.
    /// - Returns: The answer.
    public static func failure(_ error: any Error) -> Answer {
      Answer(.failure(error))
    }

    /// The step waits for some time, and then something else happens, unless it was cancelled.
    ///
    /// - Parameters:
    ///   - delay: The time to wait, on the run's clock; zero or more, else it traps.
    ///   - answer: What happens then; not ``ownWork``, which traps.
    /// - Returns: The answer.
    public static func after(_ delay: Duration, _ answer: Answer) -> Answer {
      precondition(delay >= .zero, "A script answers after \(delay); a delay must not be negative.")
      guard let answer = answer.answer else {
        preconditionFailure("A script lets a step do its own work after a delay; own work begins at once.")
      }
      return Answer(.after(delay, answer))
    }

    /// The step waits until it is cancelled, and with it the run or what it is part of.
    ///
    /// A run that waits so is kept alive by its step until then.
    public static var never: Answer { Answer(.never) }

    /// The step does its own work, as if the script did not name it.
    public static var ownWork: Answer { Answer(nil) }
  }
}
