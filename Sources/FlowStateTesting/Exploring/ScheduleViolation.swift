/// A violation of an invariant by a schedule.
struct ScheduleViolation: Equatable {
  let rule: ScheduleFailure.Rule
  let sentence: String
  /// The place at which the invariant is broken: a step, or a line of the test.
  let place: String

  init(_ rule: ScheduleFailure.Rule, _ sentence: String, at place: String = "") {
    self.rule = rule
    self.sentence = sentence
    self.place = place
  }

  /// Returns whether another violation is the same failure: the same rule, place, and text.
  ///
  /// Numbers of visits and runs in the explorer's own sentences differ between schedules, so they are ignored.
  func isSame(as other: ScheduleViolation?) -> Bool {
    guard let other, rule == other.rule, place == other.place else { return false }
    switch rule {
    case .requirement: return sentence == other.sentence
    case .survivors: return sentence.withoutRunNumbers == other.sentence.withoutRunNumbers
    default: return true
    }
  }
}

extension String {
  /// The text without the numbers of runs, as in `Profile#12`.
  fileprivate var withoutRunNumbers: String {
    var text = ""
    var isNumber = false
    for character in self {
      isNumber = character == "#" || (isNumber && ("0"..."9").contains(character))
      if !isNumber { text.append(character) }
    }
    return text
  }
}
