/// A counter of repetitions that the user confirms one by one.
struct Repetitions: Sendable, Equatable {
  /// The number of repetitions; at least one.
  let total: Int
  /// The number of confirmed repetitions.
  private(set) var done: Int

  init(total: Int, done: Int = 0) {
    self.total = max(total, 1)
    self.done = min(max(done, 0), self.total)
  }

  /// Creates the counter of an action. Returns nil for an action that is not a stepper.
  init?(of action: StepAction) {
    guard case .stepper(let total, _, let completed, let done) = action else { return nil }
    self.init(total: total, done: completed == true ? .max : done ?? 0)
  }

  /// The number of the current repetition, counted from 1.
  var number: Int { isCompleted ? total : done + 1 }

  var isCompleted: Bool { done == total }

  /// The title of the control that confirms a repetition.
  var label: String { number == total ? "Done" : "Next" }

  /// The current position as text, such as `1 of 3`.
  var text: String { "\(number) of \(total)" }

  /// Confirms one repetition. Returns false if all repetitions are confirmed.
  mutating func advance() -> Bool {
    guard !isCompleted else { return false }
    done += 1
    return true
  }
}
