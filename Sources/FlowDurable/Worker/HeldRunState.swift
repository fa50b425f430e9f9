import FlowChains
import FlowJSON

/// The state of a held run: its claim, its course, and the messages that no record has taken.
///
/// A value without a store, a queue, or a clock. It decides which records follow; ``HeldRun`` appends them and guards
/// the value.
struct HeldRunState {
  /// The claim, without its messages.
  private(set) var claimed: ClaimedRun
  private(set) var messages = WaitingMessages()
  private(set) var course: RunCourse
  /// The time of the store at the latest append.
  private(set) var now: StoreTime
  /// The number of claims in which the current attempt at the current visit has begun.
  private var claims: Int
  /// Whether the run no longer belongs to this worker, after its latest append.
  private(set) var isGone = false
  /// Whether a part of the run has started under this claim.
  private var hasPlayed = false
  private let definition: DurableDefinition

  init(_ claimed: ClaimedRun, _ definition: DurableDefinition) {
    self.claimed = claimed
    self.definition = definition
    course = RunCourse(definition.rules)
    now = claimed.now
    claims = claimed.attempt
    messages.take(from: &self.claimed)
  }

  /// Reads the records of the claim.
  mutating func readRecords() throws(JSONTypeError) {
    course = try RunCourse(claimed.records, definition.rules)
    // The store counts the claims since the latest record. The claim that wrote it made the first attempt and isn't
    // counted.
    if course.hasBegun { claims += 1 }
  }

  /// The number of the attempt at the current visit.
  var attempt: Int { claims + (course.failedAttempt?.attempt ?? 0) }

  /// Continues with a later claim of the run by the same worker.
  ///
  /// - Parameter later: The claim. Its messages come with the next append.
  mutating func renew(_ later: ClaimedRun) {
    var later = later
    later.seen = claimed.seen
    later.messages = []
    later.records = claimed.records
    claimed = later
  }

  // MARK: Commands

  /// The record for the oldest command that doesn't wait for the end of the run; nil if there is none.
  var command: FlowRecord? {
    let commands = messages.commands.filter { !course.postpones($0.message.content) }
    guard let record = course.command(in: commands, place(for:)) else { return nil }
    switch record.body {
    case .back: return interrupting(record)
    case .message(let received) where received.message.content == .cancel: return interrupting(record)
    default: return record
    }
  }

  /// Returns whether a command that waits takes the run up again after its end, because it has met the failure of the run.
  func continues(after end: FlowRecord) -> Bool {
    var next = self
    guard (try? next.course.apply(end)) != nil else { return false }
    return messages.commands.contains { next.course.isChanged(by: $0.message, at: now, next.place(for:)) }
  }

  /// Returns whether a command that waits continues the run after the record that parks it.
  func continues(afterParking record: FlowRecord) -> Bool {
    var next = self
    guard (try? next.course.apply(record)) != nil else { return false }
    next.messages.remove(record.taken)
    return next.command != nil
  }

  /// The record with which the run leaves its current step, if its time limit has passed.
  func limitRecord(_ seal: PayloadSeal) -> FlowRecord? {
    guard course.passesLimit(at: now), let limit = course.rules.timeLimit else { return nil }
    let steps = definition.checkedChain(for: course.assignments)?.steps
    let step = steps?.step(at: course.position)
    var record: FlowRecord
    switch limit.end {
    case .isCancelled:
      let cancel = ReceivedMessage(number: 0, at: now, message: FlowMessage(.cancel))
      record = interrupting(FlowRecord(.message(cancel)))
    case .fails, .goTo:
      let visit = course.visit(at: step?.identifier ?? "")
      var settled = FlowRecord.Settled(step: visit.name, visit: visit.number)
      settled.attempt = attempt
      settled.failure = seal.seal(RecordedFailure(RunTimeLimitPassed(limit: limit.duration)))
      if case .goTo(let target) = limit.end { (settled.route, settled.destination) = ("time limit", target) }
      record = FlowRecord(.settled(settled))
      if step?.undoesInterrupted == true { record.others[RunCourse.isInterrupted] = true }
    }
    record.others[RunCourse.passesLimit] = true
    return record
  }

  /// Records that a part of the run has started under this claim.
  mutating func notePlaying() {
    hasPlayed = true
  }

  /// Returns a record that leaves the current step, with the visit that it interrupts, if the step undoes such visits.
  ///
  /// The work may have begun unless this is the first claim and it has started nothing.
  func interrupting(_ record: FlowRecord) -> FlowRecord {
    guard course.ended == nil, course.undoing == nil, !course.isComplete, hasPlayed || claimed.fence > 1,
      let step = definition.checkedChain(for: course.assignments)?.steps.step(at: course.position),
      step.durability.wait == nil, step.undoesInterrupted
    else { return record }
    let visit = course.visit(at: step.identifier)
    var record = record
    record.others[RunCourse.interrupts] = ["step": .string(visit.name), "visit": .integer(Int64(visit.number))]
    return record
  }

  /// Whether the run belongs to this worker, and no command changes its course.
  var isFree: Bool {
    !isGone && !course.passesLimit(at: now)
      && !messages.commands.contains { course.isChanged(by: $0.message, at: now, place(for:)) }
  }

  /// The numbers of the commands that change nothing. The next record takes them: while one waits, the same command is a duplicate.
  var idleCommands: [Int] {
    messages.commands.filter { !course.isChanged(by: $0.message, at: now, place(for:)) }.map(\.number)
  }

  /// The numbers of the answers to visits that have passed, which nothing will take.
  var overtakenAnswers: [Int] {
    guard let first = definition.checkedChain(for: course.assignments)?.steps.names.first else { return [] }
    let visit = course.visit(at: first)
    return messages.answers(besides: visit.name, visit.number)
  }

  /// Returns the index of the visit to which a command takes the run; nil if there is none, or if it lies before a final step.
  private func place(for command: FlowMessage.Content) -> Int? {
    let steps = definition.checkedChain(for: course.assignments)?.steps
    let place: Int?
    switch command {
    case .back(let step): place = course.place(toReturnTo: steps?.allNames(of: step) ?? [step])
    case .change(let change): place = course.place(of: change.visit)
    case .message, .cancel, .retry, .touch: return nil
    }
    guard let place, steps?.finalStep(in: course.visits[place...]) == nil else { return nil }
    return place
  }

  // MARK: Moving

  /// Returns the next action of the run.
  func next(_ steps: StepNames) -> RunMove { course.next(steps, messages, at: now) }

  /// Returns the first reason why the run can't continue under the definition; nil if it can.
  func misfit(_ seal: PayloadSeal) -> Misfit? {
    guard course.ended == nil, course.parked == nil, course.unknownKind == nil else { return nil }
    return definition.misfits(of: course, seal).first
  }

  /// Returns the reason why only a newer worker can record how the run leaves its step; nil if this one can.
  ///
  /// A chain without the step doesn't know whether it undoes work that was under way. After the grace, a command or the
  /// time limit applies all the same, and so it does if the run is parked, because there is no newer worker.
  ///
  /// - Parameters:
  ///   - seal: The seal of the run's values.
  ///   - grace: The time for which a newer worker can continue the run.
  /// - Returns: The reason.
  func misfitOfStep(_ seal: PayloadSeal, within grace: Duration) -> Misfit? {
    guard course.undoing == nil, !course.isComplete, now < dueSince.advanced(by: grace),
      definition.checkedChain(for: course.assignments)?.steps.step(at: course.position) == nil
    else { return nil }
    return misfit(seal)
  }

  /// The time since which the run has been due: its latest record, the end of its wait, or the message that woke it.
  var dueSince: StoreTime {
    let due = course.wait?.due.flatMap { $0 <= now ? $0 : nil }
    return [course.latest, due, messages.latest].compactMap { $0 }.max() ?? now
  }

  /// The consequence of a settlement.
  struct Consequence {
    /// The action of the current part after the append.
    enum Step {
      /// The step opens its gate.
      case opens
      /// The step opens its gate, unless a command has arrived with the append.
      case opensIfFree
      /// The part is set aside.
      case isSetAside
    }

    var records: [FlowRecord]
    var disposition: RunDisposition?
    var step: Step

    /// Whether the step has failed.
    var isFailure: Bool {
      guard case .settled(let settled)? = records.first?.body else { return false }
      return settled.failure != nil
    }
  }

  /// Returns the consequence of a settlement.
  ///
  /// - Parameters:
  ///   - settlement: The settlement.
  ///   - steps: The steps of the run's chain.
  ///   - stops: Whether the worker is stopping.
  /// - Returns: The consequence.
  /// - Throws: An error if the record of the settlement can't be read again.
  func consequence(
    of settlement: PartSettlement, in steps: StepNames, stops: Bool
  ) throws(JSONTypeError) -> Consequence {
    var record = settlement.record
    record.taken += idleCommands + overtakenAnswers
    if let ended = settlement.ended {
      return Consequence(records: [record, ended], disposition: .end(.completed), step: .opens)
    }
    var next = course
    try next.apply(record)
    switch next.next(steps, messages, besides: record.taken, at: now) {
    case .waits(let waiting?, let end, let names) where isFree && !stops:
      let records = [record, FlowRecord(.waiting(waiting))]
      return Consequence(records: records, disposition: .wait(end, for: names), step: .isSetAside)
    case .begins(let step, .works) where isFree && !stops:
      record.others[RunCourse.begins] = true
      var records = [record]
      if step.durability.isAtMostOnce {
        let visit = next.visit(at: step.identifier)
        records.append(FlowRecord(.started(.init(step: visit.name, visit: visit.number))))
      }
      return Consequence(records: records, step: .opensIfFree)
    default:
      return Consequence(records: [record], disposition: stops ? .release(after: .zero) : nil, step: .isSetAside)
    }
  }

  // MARK: Appending

  /// Records that are ready to be appended, with the course after them.
  struct Draft {
    let records: [FlowRecord]
    let disposition: RunDisposition?
    fileprivate var course: RunCourse
    fileprivate var snapshot: (place: Int, record: FlowRecord)?

    /// Whether the draft has a snapshot in addition to its records.
    var hasSnapshot: Bool { snapshot != nil }

    /// The records with the snapshot.
    var written: [FlowRecord] {
      var written = records
      if let snapshot { written.insert(snapshot.record, at: snapshot.place) }
      return written
    }

    /// Returns the draft without its snapshot. The next snapshot is due as if this one had been written.
    func withoutSnapshot() -> Draft {
      var draft = self
      draft.snapshot = nil
      draft.course.recordsSinceSnapshot = 0
      return draft
    }
  }

  /// Prepares records, with a snapshot if one is due.
  func draft(_ records: [FlowRecord], then disposition: RunDisposition?) throws(StoreError) -> Draft {
    var draft = Draft(records: records, disposition: disposition, course: course)
    // A record without a time gets it from the store.
    let timed = records.map { record in
      var record = record
      record.at = record.at ?? now
      return record
    }
    do { for record in timed { try draft.course.apply(record) } } catch {
      throw .damaged(StoreError.Details("A record of run \(claimed.run) can't be read again. \(error)"))
    }
    if let place = snapshotPlace(in: draft) {
      var before = course
      do { for record in timed[..<place] { try before.apply(record) } } catch {}
      draft.snapshot = (place, before.snapshot)
      draft.course.recordsSinceSnapshot = records.count - place
    }
    return draft
  }

  /// Returns the index of the snapshot among new records; nil if no snapshot is due.
  ///
  /// A snapshot has all visits. A run with thousands of visits writes one after proportionally more records, so that
  /// its journal doesn't consist of snapshots.
  private func snapshotPlace(in draft: Draft) -> Int? {
    let (records, next) = (draft.records, draft.course)
    // It would replace a record that this version doesn't understand.
    guard !records.isEmpty, next.ended == nil, next.unknownKind == nil else { return nil }
    let least = next.visits.count / 4
    guard case .wait? = draft.disposition, case .waiting? = records.last?.body else {
      return next.recordsSinceSnapshot >= max(WorkerSettings.recordsPerSnapshot, least) ? records.count : nil
    }
    // The store sets the end of the wait in its record, so that record stays after the snapshot.
    return next.recordsSinceSnapshot >= max(WorkerSettings.recordsBeforeWait, least) ? records.count - 1 : nil
  }

  /// Updates the state after the store has taken a draft.
  mutating func accept(_ draft: Draft, _ inbox: RunInbox) {
    let latest = draft.records.isEmpty ? draft.course.latest : inbox.now
    course = draft.course
    course.lastRecord = inbox.lastRecord
    course.latest = latest
    if !draft.records.isEmpty { claims = 1 }
    now = inbox.now
    messages.remove(draft.records.flatMap(\.taken))
    claimed.note(inbox)
    messages.take(from: &claimed)
    if let disposition = draft.disposition, !disposition.isHold { isGone = true }
  }
}
