import FlowJSON

/// The visits that a run remembers, and their undo.
extension RunCourse {
  /// The input of a step: the content of the run, or the outcome of the previous step.
  enum Entrance: Sendable, Equatable {
    /// The content of the run.
    case content
    /// The result of a step; nil if it has none.
    case result(JSONValue?, of: String)
    /// The failure of a step, which a route caught.
    case failure(RecordedFailure, of: String)
  }

  /// A settled visit that the run can go back to.
  ///
  /// Stored in a box, because each step copies the course, and visits rarely change.
  struct Visit: Sendable, Equatable {
    private final class Box: Sendable {
      let step: String
      let number: Int
      let left: Entrance
      let old: [String: KeptValue?]
      let isUndoable: Bool
      let isInterrupted: Bool
      let isPlace: Bool
      let answer: Answer?

      init(
        _ step: String, _ number: Int, _ left: Entrance, _ old: [String: KeptValue?], _ isUndoable: Bool,
        _ isInterrupted: Bool, _ isPlace: Bool, _ answer: Answer?
      ) {
        self.step = step
        self.number = number
        self.left = left
        self.old = old
        self.isUndoable = isUndoable
        self.isInterrupted = isInterrupted
        self.isPlace = isPlace
        self.answer = answer
      }
    }

    private let box: Box

    init(
      step: String, number: Int, left: Entrance, old: [String: KeptValue?] = [:], isUndoable: Bool = false,
      isInterrupted: Bool = false, isPlace: Bool = true, answer: Answer? = nil
    ) {
      box = Box(step, number, left, old, isUndoable, isInterrupted, isPlace, answer)
    }

    /// The name that the step had when the visit began.
    var step: String { box.step }
    /// The number of the visit among the visits of the step.
    var number: Int { box.number }
    /// The input that the visit provides for the next step.
    var left: Entrance { box.left }
    /// The earlier values of the keys that the visit changed; nil for a key that had none.
    var old: [String: KeptValue?] { box.old }
    /// Whether the visit can be undone, so that the flow must still have an undo of the step.
    var isUndoable: Bool { box.isUndoable }
    /// Whether the visit did not complete, and its step undoes such visits.
    var isInterrupted: Bool { box.isInterrupted }
    /// Whether the visit has completed.
    var hasResult: Bool {
      if case .result = left { isPlace } else { false }
    }
    /// Whether the run has left the visit by a route, so that it can go back to it.
    var isPlace: Bool { box.isPlace }
    /// The answer of a person that the visit has taken; nil if the visit wasn't answered.
    var answer: Answer? { box.answer }

    static func == (one: Visit, other: Visit) -> Bool {
      one.box === other.box
        || one.step == other.step && one.number == other.number && one.left == other.left && one.old == other.old
          && one.isUndoable == other.isUndoable && one.isInterrupted == other.isInterrupted
          && one.isPlace == other.isPlace && one.answer == other.answer
    }
  }

  /// The action of a run after it has undone visits.
  enum Aim: Sendable, Equatable {
    /// Continues at the step that was undone last.
    case step
    /// Ends as cancelled.
    case cancelled
    /// Ends with the failure of a step; the step is nil if it comes from a snapshot that doesn't name it.
    case failed(RecordedFailure, of: String?)
  }

  /// An undo in progress.
  struct Undoing: Sendable, Equatable {
    /// The number of visits that remain.
    var kept: Int
    var aim: Aim
    /// The number of failed attempts to undo the latest visit.
    var failures = 0
    /// The step of the visit that was undone last; nil if none was.
    var reached: String?
    /// The new answer to the visit to which the run goes back.
    var answer: Proposal?
    /// Whether the answers to later visits are kept as proposals.
    var keepsLater = false
  }
}
