/// A violation of an invariant by a schedule.
struct ScheduleViolation: Equatable {
  let rule: ScheduleFailure.Rule
  let sentence: String

  init(_ rule: ScheduleFailure.Rule, _ sentence: String) {
    self.rule = rule
    self.sentence = sentence
  }
}
