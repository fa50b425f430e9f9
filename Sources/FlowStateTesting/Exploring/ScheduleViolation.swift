/// An invariant that a schedule has broken, and how.
struct ScheduleViolation: Equatable {
  let rule: ScheduleFailure.Rule
  let sentence: String

  init(_ rule: ScheduleFailure.Rule, _ sentence: String) {
    self.rule = rule
    self.sentence = sentence
  }
}
