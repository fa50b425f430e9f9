import FlowState

extension ScheduleStage {
  /// An answer that a step on a stage can get.
  ///
  /// ```swift
  /// stage.answer("Edit", with: .result("Bo"), .failure(Offline()), .abandonment, .twice(.result("Bo")))
  /// ```
  public struct Answer: Sendable {
    enum Act: Sendable {
      case result(@Sendable () -> Any)
      case noResult
      case failure(any Error)
      case abandonment
      case never
    }

    let act: Act
    let isGivenTwice: Bool
    let name: String

    private init(_ act: Act, twice isGivenTwice: Bool = false, name: String) {
      self.act = act
      self.isGivenTwice = isGivenTwice
      self.name = name
    }

    /// Completes the step with a result.
    ///
    /// - Parameters:
    ///   - result: The result, which is evaluated for each answer. Traps if it isn't of the step's type.
    ///   - name: The name of the answer in schedules.
    /// - Returns: The answer.
    public static func result<Result>(
      _ result: @autoclosure @escaping @Sendable () -> Result, as name: String = "result"
    ) -> Answer {
      Answer(.result { result() }, name: name)
    }

    /// Completes the step without a result.
    public static var noResult: Answer { Answer(.noResult, name: "nothing") }

    /// Makes the step fail.
    ///
    /// - Parameters:
    ///   - error: The cause of the run's error.
    ///   - name: The name of the answer in schedules.
    /// - Returns: The answer.
    public static func failure(_ error: any Error, as name: String = "failure") -> Answer {
      Answer(.failure(error), name: name)
    }

    /// Releases the step's handler without an answer.
    public static var abandonment: Answer { Answer(.abandonment, name: "abandonment") }

    /// Never answers the step, so that only cancellation or a timeout ends it.
    public static var never: Answer { Answer(.never, name: "never") }

    /// Answers the step, and gives the same answer again at some later time, as an extra completion.
    ///
    /// In schedules, the second answer is a separate event with the name of the step and `.again`.
    ///
    /// - Parameter answer: A result, ``noResult`` or a failure. Traps for any other answer.
    /// - Returns: The answer.
    public static func twice(_ answer: Answer) -> Answer {
      precondition(answer.isReport, "Answer '\(answer.name)' cannot be given twice; only a result or a failure can.")
      return Answer(answer.act, twice: true, name: answer.name + "-twice")
    }
  }
}

extension ScheduleStage.Answer {
  /// Gives the answer to a start of the step.
  func give(to reply: StepReply) {
    switch act {
    case .result(let make): reply.complete(make())
    case .noResult: reply.complete(nil)
    case .failure(let error): reply.fail(error)
    case .abandonment, .never: break
    }
  }

  /// A Boolean value that indicates whether the answer reports to the step's handler.
  var isReport: Bool {
    switch act {
    case .abandonment, .never: false
    case .result, .noResult, .failure: true
    }
  }

  /// Returns unique names for the ways of one event.
  static func names(of answers: [Self]) -> [String] {
    guard answers.count > 1 else { return [] }
    var names: [String] = []
    for answer in answers {
      var name = answer.name
      var number = 1
      while names.contains(name) {
        number += 1
        name = "\(answer.name)-\(number)"
      }
      names.append(name)
    }
    return names
  }
}
