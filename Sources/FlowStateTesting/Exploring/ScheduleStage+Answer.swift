import FlowState

extension ScheduleStage {
  /// One of the ways in which a step on a stage can be answered.
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

    /// The step completes with a result.
    ///
    /// - Parameters:
    ///   - result: Is evaluated for each answer. It has to be of the step's type, else it traps.
    ///   - name: What the answer is called in schedules.
    /// - Returns: The answer.
    public static func result<Result>(
      _ result: @autoclosure @escaping @Sendable () -> Result, as name: String = "result"
    ) -> Answer {
      Answer(.result { result() }, name: name)
    }

    /// The step completes without a result.
    public static var noResult: Answer { Answer(.noResult, name: "nothing") }

    /// The step fails.
    ///
    /// - Parameters:
    ///   - error: The cause of the run's error.
    ///   - name: What the answer is called in schedules.
    /// - Returns: The answer.
    public static func failure(_ error: any Error, as name: String = "failure") -> Answer {
      Answer(.failure(error), name: name)
    }

    /// The step's handler is let go of without an answer.
    public static var abandonment: Answer { Answer(.abandonment, name: "abandonment") }

    /// The step is not answered; only a cancel, or a timeout, ends it.
    public static var never: Answer { Answer(.never, name: "never") }

    /// The step is answered, and the same answer comes again at some time after that: an extra completion.
    ///
    /// In schedules the second one is an event of its own, named after the step with `.again`.
    ///
    /// - Parameter answer: The answer: a result, none or a failure, else it traps.
    /// - Returns: The answer.
    public static func twice(_ answer: Answer) -> Answer {
      precondition(answer.isReport, "Answer '\(answer.name)' is to be given twice; only a result or a failure can be.")
      return Answer(answer.act, twice: true, name: answer.name + "-twice")
    }
  }
}

extension ScheduleStage.Answer {
  /// Gives the answer.
  func give(to reply: StepReply) {
    switch act {
    case .result(let make): reply.complete(make())
    case .noResult: reply.complete(nil)
    case .failure(let error): reply.fail(error)
    case .abandonment, .never: break
    }
  }

  /// Whether it reports to the step's handler.
  var isReport: Bool {
    switch act {
    case .abandonment, .never: false
    case .result, .noResult, .failure: true
    }
  }

  /// Names for the ways of one event, each different.
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
