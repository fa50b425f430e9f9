package import FlowState

extension FlowAnswer {
  /// The answer in the form that the engine uses; nil for the step's own work.
  package var stepAnswer: StepAnswer? {
    switch act {
    case .ownWork: nil
    case .never: .never
    case .abandonment: .deferred { _ in }
    case _ where isGivenTwice:
      .deferred { reply in
        give(to: reply)
        give(to: reply)
      }
    case .result(let make): .result(make)
    case .noResult: .noResult
    case .failure(let error): .failure(error)
    case .after(let delay, let answer): answer.stepAnswer.map { .after(delay, $0) }
    }
  }

  /// Gives the answer to a start of a step, if the answer is a report.
  func give(to reply: StepReply) {
    switch act {
    case .result(let make): reply.complete(make())
    case .noResult: reply.complete(nil)
    case .failure(let error): reply.fail(error)
    case .abandonment, .never, .ownWork, .after: break
    }
  }

  /// A Boolean value that indicates whether the answer reports to the step's handler at once.
  var isReport: Bool {
    switch act {
    case .result, .noResult, .failure: true
    case .abandonment, .never, .ownWork, .after: false
    }
  }

  /// A Boolean value that indicates whether the answer ends the start and has no other effect.
  var isPlain: Bool {
    switch act {
    case .result, .noResult, .failure: !isGivenTwice
    case .abandonment, .never: true
    case .ownWork, .after: false
    }
  }

  /// Returns unique names for the answers of one event.
  package static func names(of answers: [Self]) -> [String] {
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
