import FlowJSON
import FlowState

/// The course of a durable run so far, as its records say: where it stands, what it keeps, and what it owes.
///
/// A value without worker, clock or store. ``apply(_:)`` reads the past; ``next(_:)`` says what comes next.
struct RunCourse: Sendable, Equatable {
  /// What leads to a step.
  enum Entrance: Sendable, Equatable {
    /// The run begins with its content.
    case content
    /// A step has completed with this result; nil for none.
    case result(JSONValue?, of: String)
    /// A step has failed, and a route caught the failure.
    case failure(RecordedFailure, of: String)
  }

  /// A visit that has settled and that the run can go back to.
  ///
  /// In a box, because a course is copied at each step, and its visits rarely change.
  struct Visit: Sendable, Equatable {
    private final class Box: Sendable {
      let step: String
      let number: Int
      let left: Entrance
      let old: [String: KeptValue?]
      let isUndoable: Bool

      init(_ step: String, _ number: Int, _ left: Entrance, _ old: [String: KeptValue?], _ isUndoable: Bool) {
        self.step = step
        self.number = number
        self.left = left
        self.old = old
        self.isUndoable = isUndoable
      }
    }

    private let box: Box

    init(
      step: String, number: Int, left: Entrance, old: [String: KeptValue?] = [:], isUndoable: Bool = false
    ) {
      box = Box(step, number, left, old, isUndoable)
    }

    /// The name of the step under which the visit began.
    var step: String { box.step }
    /// The number of the visit among those of the step.
    var number: Int { box.number }
    /// What the visit leads to the next step with.
    var left: Entrance { box.left }
    /// The values of the keys that the visit has changed, before it; nil for none.
    var old: [String: KeptValue?] { box.old }
    /// Whether the step had an undo that must not be forgotten.
    var isUndoable: Bool { box.isUndoable }

    static func == (one: Visit, other: Visit) -> Bool {
      one.box === other.box
        || one.step == other.step && one.number == other.number && one.left == other.left && one.old == other.old
          && one.isUndoable == other.isUndoable
    }
  }

  /// What a run that undoes visits does afterwards.
  enum Aim: Sendable, Equatable {
    /// It goes on at the step that it has undone last.
    case step
    /// It ends as cancelled.
    case cancelled
    /// It ends with the failure of a step. The step is nil in snapshots that don't name it.
    case failed(RecordedFailure, of: String?)
  }

  /// An undo that is under way.
  struct Undoing: Sendable, Equatable {
    /// The number of visits that stay.
    var kept: Int
    var aim: Aim
    /// The number of attempts at the latest visit that have failed.
    var failures = 0
  }

  /// The rules of the flow that the records don't have.
  struct Rules: Sendable, Equatable {
    /// The names of the keys whose values stay when the run goes back.
    var surviving: Set<String> = []
    /// The number of visits that the run can go back.
    var visitsKept = 100
    /// Whether a run that fails undoes its visits.
    var undoesFailure = false
    /// Whether a run that is cancelled undoes its visits.
    var undoesCancellation = false
  }

  let rules: Rules
  var flow = ""
  var key: String?
  var content: JSONValue?
  var assignments: [VariantAssignment] = []
  /// The step at which the run stands; nil for the first one.
  var position: String?
  /// The name under which the visit at the position began, if the step was renamed since.
  var formerPosition: String?
  /// The number of visits of each step that have settled, or were given up.
  var counts: [String: Int] = [:]
  /// The values that the run keeps.
  var values: [String: KeptValue] = [:]
  /// The latest visits, oldest first.
  var visits = VisitList()
  /// What led to the oldest of ``visits``, or to the position if there is none.
  var base = Entrance.content
  /// The attempt of the visit at the position whose work has started, if it may start only once.
  var started: Int?
  /// Whether the step at the position has begun under the claim that has recorded the step before it.
  var hasBegun = false
  /// The wait at the position.
  var wait: FlowRecord.Waiting?
  var undoing: Undoing?
  /// Why the run can't go on.
  var parked: String?
  /// Whether the chain has come to its end.
  var isComplete = false
  var ended: FlowRecord.Ended?
  /// The kind of a record that this version of the library doesn't know.
  var unknownKind: String?
  /// The number of steps that have settled.
  var settledSteps = 0
  /// The number of the latest record.
  var lastRecord = 0
  /// The number of records since the latest snapshot.
  var recordsSinceSnapshot = 0
  /// The time of the latest record.
  var latest: StoreTime?

  init(_ rules: Rules = Rules()) {
    self.rules = rules
  }

  /// Reads the records of a run.
  ///
  /// - Throws: A `JSONTypeError` if a snapshot isn't of the expected form.
  init(_ records: some Sequence<FlowRecord>, _ rules: Rules = Rules()) throws(JSONTypeError) {
    self.init(rules)
    for record in records { try apply(record) }
  }

  /// What leads to the position.
  var entrance: Entrance { visits.last?.left ?? base }

  /// The name of the visit at the position, and its number.
  ///
  /// - Parameter first: The name of the chain's first step, for a run that stands at no other.
  /// - Returns: The name and the number.
  func visit(at first: String) -> (name: String, number: Int) {
    let name = formerPosition ?? position ?? first
    return (name, counts[name, default: 0] + 1)
  }

  /// The names of the steps that the run can go back to, latest first.
  var placesToReturn: [String] { visits.reversed().map(\.step) }
}
