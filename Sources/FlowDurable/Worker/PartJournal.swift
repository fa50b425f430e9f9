import FlowChains
import FlowJSON
import FlowState

/// The journal of one part of a run: converts settlements to records, and records to the values that the next step
/// receives.
///
/// Confined to the queue of the part.
final class PartJournal: ChainJournal {
  private let held: HeldDefinition
  private let post: @Sendable (HeldRunEvent) -> Void
  /// The course after the latest record of this part.
  private var course: RunCourse
  /// The state before the latest record, with the keys that the record has changed.
  private var before:
    (course: RunCourse, step: String, attempt: Int, message: ReceivedMessage?, keys: [any FlowContextKey.Type])?
  private var step: String
  private var attempt: Int
  /// The message that the first settlement takes.
  private var message: ReceivedMessage?
  /// Whether the first visit fails and isn't tried again: its work was interrupted and may start only once, or it has settled, and the
  /// store has refused its result.
  private var isFinal: Bool
  /// Whether the part undoes a visit.
  private let isUndo: Bool

  init(
    _ held: HeldDefinition, _ course: RunCourse, at step: String, attempt: Int, taking message: ReceivedMessage? = nil,
    isFinal: Bool = false, isUndo: Bool = false, post: @escaping @Sendable (HeldRunEvent) -> Void
  ) {
    self.isFinal = isFinal
    self.isUndo = isUndo
    self.held = held
    self.course = course
    self.step = step
    self.attempt = attempt
    self.message = message
    self.post = post
  }

  private var definition: DurableDefinition { held.definition }

  var visit: DeclaredVisit {
    let visit = course.visit(at: step)
    return held.visit(visit.name, visit.number, attempt: attempt, in: course)
  }

  func requireKept(_ key: any FlowContextKey.Type) {
    if let kept = definition.keys[key.name], kept.key == key { return }
    trap(
      """
      A step of flow '\(definition.identifier)' sets the value of '\(key.name)', which the durable flow does not keep. The value \
      would be lost when the run continues in another process. Add the key to 'keeping'.
      """)
  }

  // MARK: Recording

  func record(
    _ settlement: ChainSettlement, in context: FlowContext, open: @escaping @Sendable ((any Error)?) -> Void
  ) -> ChainSettlement.Effect {
    let keys = context.takeChanges()
    before = (course, step, attempt, message, keys)
    do {
      return .continues(with: try record(settlement, keys, context, open))
    } catch {
      return .fails(error)
    }
  }

  private func record(
    _ settlement: ChainSettlement, _ keys: [any FlowContextKey.Type], _ context: FlowContext,
    _ open: @escaping @Sendable ((any Error)?) -> Void
  ) throws -> Any? {
    let visit = course.visit(at: step)
    var settled = FlowRecord.Settled(step: visit.name, visit: visit.number)
    settled.attempt = attempt
    settled.destination = settlement.next?.identifier
    settled.route = settlement.route
    switch settlement.ending {
    case .result(let result):
      if let result {
        settled.result = try seal(try ValueCoder(settlement.step.result).encode(result), of: visit.name) { error in
          "The result of step '\(settlement.step.identifier)' can't be stored: \(error)"
        }
      }
    case .failure(let error): settled.failure = held.seal.seal(RecordedFailure(error))
    }
    for key in keys { try keep(key, context.value(of: key), in: &settled) }
    // A proposal is no message of the store.
    var record = FlowRecord(.settled(settled), taking: message.map { $0.number > 0 ? [$0.number] : [] } ?? [])
    if var members = message?.answerMembers {
      // An answer takes the place of a proposal, which may be kept under an earlier name of the step.
      members["of"] = members["of"] ?? course.proposalKey(for: settlement.step).map { .string($0) }
      record.others[RunCourse.answer] = .object(members)
    }
    if settlement.step.durability.undo != nil { record.others[RunCourse.undoable] = true }
    if settlement.step.undoesInterrupted, settled.failure != nil { record.others[RunCourse.isInterrupted] = true }
    try course.apply(record)
    for key in keys { context.restore(key, to: try value(of: key)) }
    return try settle(record, settlement.next, context, open)
  }

  private func settle(
    _ record: FlowRecord, _ next: DeclaredStep?, _ context: FlowContext,
    _ open: @escaping @Sendable ((any Error)?) -> Void
  ) throws -> Any? {
    var value: Any?
    var ended: FlowRecord?
    if let next {
      value = try definition.value(for: next, from: course.entrance, of: course, held.seal)
      step = next.identifier
    } else {
      var result: JSONValue?
      if let outcome = definition.summary(context) {
        result = try seal(try definition.result.encode(outcome), of: DurableDefinition.resultName) { error in
          "The result of flow '\(definition.identifier)' can't be stored: \(error)"
        }
      }
      ended = FlowRecord(.ended(.init(.completed, result: result)))
    }
    attempt = 1
    message = nil
    isFinal = false
    post(.settled(PartSettlement(record: record, ended: ended, open: open)))
    return value
  }

  private func keep(
    _ key: any FlowContextKey.Type, _ value: Any?, in settled: inout FlowRecord.Settled
  ) throws {
    guard let kept = definition.keys[key.name] else { return }
    guard let value else {
      settled.removed.insert(key.name)
      return
    }
    let json = try seal(try kept.coder.encode(value), of: key.name) { error in
      "The value of '\(key.name)' can't be stored: \(error)"
    }
    settled.set[key.name] = KeptValue(json, version: kept.version)
  }

  private func seal(
    _ value: @autoclosure () throws -> JSONValue, of name: String, _ sentence: (any Error) -> String
  ) throws -> JSONValue {
    do { return try held.seal.seal(try value(), name) } catch { throw NotStored(description: sentence(error)) }
  }

  /// Returns the value of a key according to the course.
  private func value(of key: any FlowContextKey.Type) throws -> Any? {
    guard let kept = definition.keys[key.name], let value = course.values[key.name] else { return nil }
    do { return try definition.decode(value, kept, held.seal) } catch {
      throw NotStored(description: "The value of '\(key.name)' was stored, and now the run \(error).")
    }
  }

  var failures: Int {
    // Such work has no further attempt.
    isFinal ? .max - 1 : course.failedAttempt?.count ?? 0
  }

  func beginAgain(after error: FlowError, in delay: Duration) {
    let failed = FlowRecord.FailedAttempt(attempt: attempt, count: failures + 1, failure: RecordedFailure(error))
    post(.beginsAgain(failed, after: delay))
  }

  func withdraw(in context: FlowContext) {
    guard let before else { return }
    self.before = nil
    (course, step, attempt, message) = (before.course, before.step, before.attempt, before.message)
    _ = context.takeChanges()
    // A value that was decoded before can be decoded again.
    for key in before.keys { context.restore(key, to: try? value(of: key)) }
  }

  // MARK: Going back

  func refusal(to target: ReturnTarget) -> FlowHistoryError? {
    let run = FlowRunID(flow: definition.identifier, number: held.run.rawValue)
    guard canLeave else { return .runEnded(run) }
    let place = place(of: target)
    switch target {
    case .step(let identifier) where place == nil:
      return .unknownStep(identifier, run: run, known: course.placesToReturn)
    case .stops(let count) where place == nil: return .tooFewStops(count, run: run, available: earlierStops.count)
    default: return held.chain.steps.finalStep(in: course.visits[(place ?? 0)...]).map { .finalStep($0, run: run) }
    }
  }

  /// Whether the run can still leave the step of the part: the end of the chain may be recorded already, and an undo was decided.
  private var canLeave: Bool { !isUndo && !course.isComplete }

  var hasEarlierStop: Bool {
    canLeave && course.visits.contains { $0.isPlace && held.chain.steps.isStop($0.step) }
  }

  func wayBack(to target: ReturnTarget) -> FlowWayBack {
    let place = place(of: target)
    let taken = course.visits[(place ?? 0)...].reversed()
    // Without a place to go back to, the run is cancelled.
    let undoes = place != nil || definition.rules.undoesCancellation
    let isUndone = undoes && held.chain.steps.step(at: step)?.undoesInterrupted == true
    return FlowWayBack(
      target: place.map { course.visits[$0].step }, steps: [step] + taken.filter(\.isPlace).map(\.step),
      undone: (isUndone ? [step] : []) + (undoes ? taken.filter(\.isUndoable).map(\.step) : []))
  }

  func goBack(to target: ReturnTarget) { post(.wantsBack(place(of: target).map { course.visits[$0] })) }

  /// Returns the index of the visit to go back to; nil if there is none, where the run ends.
  private func place(of target: ReturnTarget) -> Int? {
    switch target {
    case .previous: earlierStops.first
    case .step(let identifier): course.place(toReturnTo: held.chain.steps.allNames(of: identifier))
    case .stops(let count): count > 0 ? earlierStops.dropFirst(count - 1).first : nil
    case .beforeTheFirst: nil
    }
  }

  /// The indices of the earlier visits that are stops, latest first; of all earlier visits if the run has met no stop.
  private var earlierStops: some Collection<Int> {
    let (visits, steps) = (course.visits, held.chain.steps)
    let hasMetStop = steps.isStop(step) || hasEarlierStop
    return visits.indices.reversed().lazy.filter {
      visits[$0].isPlace && (!hasMetStop || steps.isStop(visits[$0].step))
    }
  }
}

/// The error for a value that can't be stored. It fails the value's step.
struct NotStored: Error, CustomStringConvertible {
  let description: String
}
