/// The answers that a person gives to the forms of a run.
///
/// At the first visit of a form, the person gives the answer of the plan. Each further visit gets the next one, so that a person in a circle
/// tries all answers together.
struct AnswerPlan: Sendable {
  /// The maximum number of plans.
  private static let limit = 24

  /// The forms, by the names of their steps.
  let forms: [(step: String, answers: TypicalAnswers)]
  /// The first answer to each form.
  private var first: [Int]

  /// Returns the plans for some forms: one with the first answers, and one for each other answer to a form.
  static func all(for forms: [(step: String, answers: TypicalAnswers)]) -> [AnswerPlan] {
    let plain = AnswerPlan(forms: forms, first: forms.map { _ in 0 })
    var plans = [plain]
    for (place, form) in forms.enumerated() {
      for other in form.answers.answers.indices.dropFirst() {
        var plan = plain
        plan.first[place] = other
        plans.append(plan)
      }
    }
    return Array(plans.prefix(limit))
  }

  /// Returns the answer to a visit of a form, from 1; nil if the form has no answer.
  func answer(to step: String, visit: Int) -> TypicalAnswers.Answer? {
    guard let place = forms.firstIndex(where: { $0.step == step }) else { return nil }
    return Self.answer(first[place], to: place, of: forms, visit: visit)
  }

  /// Returns an answer to a visit of the form at a place, which begins with one of the answers. The forms before change faster.
  static func answer(
    _ first: Int, to place: Int, of forms: [(step: String, answers: TypicalAnswers)], visit: Int
  ) -> TypicalAnswers.Answer? {
    let answers = forms[place].answers.answers
    guard !answers.isEmpty else { return nil }
    let pace = forms[..<place].reduce(1) { min($0 * max($1.answers.answers.count, 1), 64) }
    return answers[(first + (visit - 1) / pace) % answers.count]
  }

  /// The answers that differ from the plain ones, as text.
  var description: String {
    let others = zip(forms, first).compactMap { form, index in
      index > 0 ? "\(form.step): \(form.answers.answers[index].name)" : nil
    }
    return others.isEmpty ? "the usual answers" : others.joined(separator: ", ")
  }
}
