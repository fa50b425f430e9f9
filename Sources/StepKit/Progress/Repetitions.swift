/// A counter of repetitions, of which each is confirmed.
struct Repetitions: Sendable, Equatable {
  /// How many there are; at least one.
  let total: Int
  /// How many were confirmed.
  private(set) var done: Int

  init(total: Int, done: Int = 0) {
    self.total = max(total, 1)
    self.done = min(max(done, 0), self.total)
  }

  /// The counter of an action; nil for one that has none.
  init?(of action: StepAction) {
    guard case .stepper(let total, _, let completed, let done) = action else { return nil }
    self.init(total: total, done: completed == true ? .max : done ?? 0)
  }

  /// The repetition under way, the first being 1.
  var number: Int { isCompleted ? total : done + 1 }

  var isCompleted: Bool { done == total }

  /// What the control reads that confirms.
  var label: String { number == total ? "Done" : "Next" }

  /// Where the user is, such as `1 of 3`.
  var text: String { "\(number) of \(total)" }

  /// Confirms one repetition; returns whether it was one.
  mutating func advance() -> Bool {
    guard !isCompleted else { return false }
    done += 1
    return true
  }
}
