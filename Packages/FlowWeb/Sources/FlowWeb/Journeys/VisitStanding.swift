import FlowDurable

/// The state of the visit that a form answers.
enum VisitStanding: Sendable {
  /// The run waits at the visit.
  case open(OpenVisit)
  /// The visit has its answer.
  case answered(AnsweredVisit)
  /// The run has gone back past the visit. It may wait at a later visit of the step, or have answered one.
  case passed(now: FormMode?)
  /// The run works or is parked, and has no answer of the visit yet.
  case unknown

  /// Finds the visit with a token.
  ///
  /// - Parameters:
  ///   - token: The token of the form.
  ///   - step: The step whose page the form was on.
  ///   - rest: The place where the run rests.
  ///   - answers: The answers that the run has.
  init<Result>(_ token: VisitToken, _ step: String, _ rest: RunRest<Result>, _ answers: [AnsweredVisit]) {
    if case .page(let visit) = rest, visit.token == token, visit.step == step {
      self = .open(visit)
    } else if let answer = answers.last(where: { $0.token == token && $0.step == step }) {
      self = .answered(answer)
    } else {
      switch rest {
      case .works, .parked: self = .unknown
      case .page(let visit) where visit.step == step: self = .passed(now: .answer(visit.token))
      case .page, .waits, .ended:
        let answer = answers.last { $0.step == step && $0.canChange }
        self = .passed(now: answer.map { .change($0.token) })
      }
    }
  }
}
