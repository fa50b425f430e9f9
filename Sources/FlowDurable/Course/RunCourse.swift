import FlowJSON
import FlowState

/// The state of a durable run according to its records: its position, its values, and the visits that it can undo.
///
/// A value without a worker, clock, or store. ``apply(_:)`` reads a record; ``next(_:_:besides:at:)`` decides the next
/// action.
struct RunCourse: Sendable, Equatable {
  /// The rules of the flow, which aren't recorded.
  struct Rules: Sendable, Equatable {
    /// The names of the keys whose values survive going back.
    var surviving: Set<String> = []
    /// The maximum number of visits that the run keeps for going back.
    var visitsKept = 100
    /// Whether a run that fails undoes its visits.
    var undoesFailure = false
    /// Whether a run that is cancelled undoes its visits.
    var undoesCancellation = false
    /// The time limit of a run.
    var timeLimit: RunTimeLimit?
  }

  let rules: Rules
  var flow = ""
  var key: String?
  /// Whether a removed run could have had the key.
  var reusesKey = false
  var content: JSONValue?
  var assignments: [VariantAssignment] = []
  /// The name of the current step; nil for the first step.
  var position: String?
  /// The name under which the current visit began, if the step has been renamed since.
  var formerPosition: String?
  /// The number of visits of each step that have settled or were given up.
  var counts: [String: Int] = [:]
  /// The number of visits of the first step that were given up while the run had no position.
  var firstVisits = 0
  /// The values that the run keeps, by the names of their keys.
  var values: [String: KeptValue] = [:]
  /// The latest visits, oldest first.
  var visits = VisitList()
  /// The input of the oldest of ``visits``, or of the current step if there are none.
  var base = Entrance.content
  /// The attempt whose work has started, if the work of the current step may start only once.
  var started: Int?
  /// Whether the current step began under the claim that recorded the previous step or the previous attempt.
  var hasBegun = false
  /// The wait of the current step, or of its next attempt.
  var wait: FlowRecord.Waiting?
  /// The latest failed attempt at the current visit.
  var failedAttempt: FlowRecord.FailedAttempt?
  var undoing: Undoing?
  /// The reason why the run is parked; nil if it isn't.
  var parked: String?
  /// Whether the chain has ended.
  var isComplete = false
  var ended: FlowRecord.Ended?
  /// The kind of a record that this version of the library doesn't know; nil if it knows them all.
  var unknownKind: String?
  /// The number of steps that have settled.
  var settledSteps = 0
  /// The number of the latest record.
  var lastRecord = 0
  /// The number of records since the latest snapshot.
  var recordsSinceSnapshot = 0
  /// The time of the latest record.
  var latest: StoreTime?
  /// The time from which the run's time limit counts: its start, or the time at which it continued after it had ended.
  /// Nil if a snapshot of an earlier version doesn't have it.
  var began: StoreTime?
  /// The time at which the run was started; nil if a snapshot of an earlier version doesn't have it.
  var firstBegan: StoreTime?
  /// Whether the time limit of the run has passed, according to a record.
  var isLimitPassed = false
  /// The draft of the latest answer that has one, which stays although its visit is undone or forgotten. An answer that was kept, and
  /// is taken again, is no later one.
  var latestDraft: JSONValue?
  /// Answers to the next visits of steps, by the names of the steps.
  var proposals: [String: Proposal] = [:]
  /// The refusal of the latest answer to the current visit.
  var refusal: Refusal?
  /// The numbers of the latest messages that were taken as answers, or refused, and of the latest commands that have changed an answer.
  var counted: [Int] = []
  /// Whether the time limit of the wait begins anew with its next record.
  var isTouched = false

  init(_ rules: Rules = Rules()) {
    self.rules = rules
  }

  /// Creates a course from the records of a run.
  ///
  /// - Throws: A `JSONTypeError` if a snapshot isn't of the expected form.
  init(_ records: some Sequence<FlowRecord>, _ rules: Rules = Rules()) throws(JSONTypeError) {
    self.init(rules)
    for record in records { try apply(record) }
  }

  /// The input of the current step.
  var entrance: Entrance { visits.last?.left ?? base }

  /// The time at which the time limit passes; nil if there is none, or if it has passed.
  var deadline: StoreTime? {
    guard let limit = rules.timeLimit, let began, !isLimitPassed else { return nil }
    return began.advanced(by: limit.duration)
  }

  /// Whether the run is to leave its current step, because its time limit has passed.
  func passesLimit(at now: StoreTime) -> Bool {
    guard ended == nil, undoing == nil, parked == nil, !isComplete, let deadline else { return false }
    return deadline <= now
  }

  /// Returns the name and the number of the current visit.
  ///
  /// - Parameter first: The name of the chain's first step, for a run without a position.
  /// - Returns: The name and the number.
  func visit(at first: String) -> (name: String, number: Int) {
    let name = formerPosition ?? position ?? first
    return (name, counts[name, default: 0] + (position == nil ? firstVisits : 0) + 1)
  }

  /// Returns whether a removed run could have had the key of a run, according to the run's records.
  static func reusesKey(_ records: [FlowRecord]) -> Bool {
    switch records.first?.body {
    case .began(let began): began.reusesKey
    case .snapshot(let snapshot): snapshot.state["reused"] == true
    default: false
    }
  }

  /// The names of the steps that the run can go back to, latest first.
  var placesToReturn: [String] { visits.reversed().filter(\.isPlace).map(\.step) }
}

extension RunCourse {
  /// The name of the member that marks the visit of a settlement as undoable.
  static let undoable = "undoable"
  /// The name of the member that marks a settlement whose next step began at once, under the same claim, or a failed
  /// attempt after which the next one did.
  static let begins = "begins"
  /// The name of the member that marks a settlement as one of a visit that failed, and that its step undoes.
  static let isInterrupted = "interrupted"
  /// The name of the member with the visit that a command interrupts, and that its step undoes.
  static let interrupts = "interrupts"
  /// The name of the member of a jump back with the number of the visit, if it isn't the latest one of its step.
  static let earlierVisit = "visit"
  /// The name of the member that marks the record of a time limit.
  static let passesLimit = "limit"

  /// Updates the course with the next record.
  ///
  /// - Throws: A `JSONTypeError` if a snapshot isn't of the expected form.
  mutating func apply(_ record: FlowRecord) throws(JSONTypeError) {
    lastRecord = max(lastRecord + 1, record.number)
    recordsSinceSnapshot += 1
    latest = record.at ?? latest
    if case .snapshot = record.body {} else { hasBegun = false }
    if let visit = record.others[Self.interrupts] { interrupt(try Visit(interrupted: JSONElement(visit), entrance)) }
    if record.others[Self.passesLimit] == true { isLimitPassed = true }
    switch record.body {
    case .began(let began):
      self.began = record.at
      firstBegan = record.at
      flow = began.flow
      key = began.key
      reusesKey = began.reusesKey
      content = began.content
      assignments = began.assignments
    case .started(let started):
      beginPosition(started.step)
      self.started = started.attempt
    case .settled(let settled):
      apply(
        settled, isUndoable: record.others[Self.undoable] == true,
        isInterrupted: record.others[Self.isInterrupted] == true,
        record.others[Self.answer].map { JSONElement($0) })
      hasBegun = record.others[Self.begins] == true
    case .waiting(let waiting):
      // The chain can have another first step when the run continues.
      beginPosition(waiting.step)
      wait = waiting
      isTouched = false
      if let problems = record.others[Self.refused] { note(Refusal(json: problems), at: waiting.step) }
      if let failed = waiting.failed {
        failedAttempt = failed
        started = nil
        hasBegun = record.others[Self.begins] == true
      }
    case .message(let received): apply(received.message, at: record.at)
    case .back(let back):
      let change = record.others[Self.change]
      goBack(
        to: back.step, visit: record.others[Self.earlierVisit],
        try change.map { value throws(JSONTypeError) in try Change(JSONElement(value)) }, at: record.at)
    case .undone(let undone): apply(undone)
    case .moved(let moved):
      formerPosition = formerPosition ?? moved.old
      position = moved.step
    case .parked(let parked): self.parked = parked.reason
    case .ended(let ended): self.ended = ended
    case .snapshot(let snapshot):
      try restore(JSONElement(snapshot.state))
      recordsSinceSnapshot = 0
    case .unknown(let members): unknownKind = members.names.first ?? "nothing"
    }
  }

  // MARK: Settling

  private mutating func apply(
    _ settled: FlowRecord.Settled, isUndoable: Bool, isInterrupted: Bool, _ answer: JSONElement?
  ) {
    parked = nil
    forgetProposal(for: settled.step, answer)
    settledSteps += 1
    counts[settled.step, default: 0] = max(counts[settled.step, default: 0], settled.visit)
    leavePosition()
    if let failure = settled.failure, settled.route == nil {
      // No route caught the failure.
      if isInterrupted {
        remember(
          Visit(step: settled.step, number: settled.visit, left: entrance, isInterrupted: true, isPlace: false))
      }
      return end(.failed(failure, of: settled.step), rules.undoesFailure)
    }
    // A proposal is no message. The draft of a new answer counts since the run has gone back for it.
    if settled.failure == nil, answer?["message"].value != nil, let draft = answer?["draft"].value {
      latestDraft = draft
    }
    var old: [String: KeptValue?] = [:]
    for (name, value) in settled.set {
      old.updateValue(values[name], forKey: name)
      values[name] = value
    }
    for name in settled.removed {
      old.updateValue(values[name], forKey: name)
      values[name] = nil
    }
    remember(
      Visit(
        step: settled.step, number: settled.visit,
        left: settled.failure.map { .failure($0, of: settled.step) } ?? .result(settled.result, of: settled.step),
        old: old, isUndoable: isUndoable && settled.failure == nil,
        isInterrupted: isInterrupted && settled.failure != nil, answer: answer.map { Answer($0) }))
    position = settled.destination
    isComplete = settled.destination == nil
  }

  private mutating func remember(_ visit: Visit) {
    visits.append(visit)
    while visits.count > rules.visitsKept, let visit = visits.popFirst() { base = visit.left }
  }

  /// Remembers the current visit, which a command interrupts. No earlier one is forgotten for it, because the command can go
  /// back to that visit, and the undo begins at once.
  private mutating func interrupt(_ visit: Visit) {
    guard ended == nil, undoing == nil, !isComplete else { return }
    visits.append(visit)
  }

  /// Sets the position of a run that has none. The visits of the first step that were given up count for it from now on.
  mutating func beginPosition(_ step: String) {
    guard position == nil else { return }
    position = step
    counts[step, default: 0] += firstVisits
    firstVisits = 0
  }

  mutating func leavePosition() {
    formerPosition = nil
    started = nil
    wait = nil
    failedAttempt = nil
    refusal = nil
    isTouched = false
  }
}
