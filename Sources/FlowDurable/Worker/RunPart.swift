import FlowChains
import FlowState

/// The definition under which a worker holds a run, with the seal of the run's values.
struct HeldDefinition: Sendable {
  let definition: DurableDefinition
  let chain: DurableDefinition.Chain
  let run: RunNumber
  let seal: PayloadSeal
}

/// A part of a durable run that is being executed by a flow.
struct RunPart {
  let run: FlowRun

  /// Starts a part that begins with a step.
  init(
    _ held: HeldDefinition, _ course: RunCourse, at step: DeclaredStep, _ start: RunMove.Start,
    failing failure: (any Error)? = nil, hasSettled: Bool = false, attempt: Int, timed clock: any FlowClock,
    on queue: (any FlowQueue)?, post: @escaping @Sendable (HeldRunEvent) -> Void
  ) {
    var message: ReceivedMessage?
    if case .takes(let received) = start { message = received }
    var part = DurablePart(number: held.run.rawValue)
    part.isResumed = course.lastRecord > 1
    part.visits = course.settledSteps
    self.init(held, course, part, timed: clock, on: queue, post) { [message] in
      let journal = PartJournal(
        held, course, at: step.identifier, attempt: attempt, taking: message,
        isFinal: start == .isInterrupted || hasSettled, post: post)
      var beginning = ChainBeginning(at: step.identifier)
      do {
        beginning.value = try held.definition.value(for: step, from: course.entrance, of: course, held.seal)
        beginning.values = try held.values(course.values)
        beginning.start = try failure.map { .fails($0) } ?? held.start(start, of: step, journal.visit)
      } catch {
        beginning.start = .fails(error)
      }
      return (journal, beginning)
    }
  }

  /// Starts a part that undoes the latest visit with the closure that its step sets, or with the function that its declaration has
  /// for visits that did not complete.
  init(
    _ held: HeldDefinition, _ course: RunCourse, undoing visit: RunCourse.Visit, of step: DeclaredStep, attempt: Int,
    timed clock: any FlowClock, on queue: (any FlowQueue)?, post: @escaping @Sendable (HeldRunEvent) -> Void
  ) {
    var part = DurablePart(number: held.run.rawValue)
    part.isSilent = true
    part.isResumed = true
    part.visits = course.settledSteps
    self.init(held, course, part, timed: clock, on: queue, post) {
      let journal = PartJournal(held, course, at: step.identifier, attempt: 1, isUndo: true, post: post)
      var earlier = course
      earlier.takeBack()
      var beginning = ChainBeginning(at: step.identifier)
      do {
        beginning.value = try held.definition.value(for: step, from: earlier.entrance, of: earlier, held.seal)
        beginning.values = try held.values(earlier.values)
        let place =
          visit.isInterrupted ? held.visit(visit.step, visit.number, attempt: attempt, in: course) : nil
        let result = visit.isInterrupted ? nil : try held.result(of: visit, of: step)
        beginning.start = .undoes(
          ChainUndo(result: result, values: try held.values(course.values), interrupted: place))
      } catch {
        beginning.start = .fails(error)
      }
      return (journal, beginning)
    }
  }

  private init(
    _ held: HeldDefinition, _ course: RunCourse, _ part: DurablePart, timed clock: any FlowClock,
    on queue: (any FlowQueue)?, _ post: @escaping @Sendable (HeldRunEvent) -> Void,
    make: @escaping @Sendable () -> (journal: any ChainJournal, beginning: ChainBeginning)
  ) {
    let definition = held.definition
    var flow = Flow(held.chain.checked, part, make: make).timed(by: clock).observed(by: definition.observers)
    flow.probes = definition.probes
    if let queue = queue ?? definition.probes?.script?.queueOfParts() { flow = flow.on(queue) }
    for assignment in course.assignments {
      flow = flow.assigned(assignment, isVariant: assignment.experiment == definition.experiment)
    }
    run = flow.start(nil) { outcome in post(.ended(PartEnding(outcome))) }
  }
}

/// The settlement of a step before it is recorded.
struct PartSettlement: Sendable {
  let record: FlowRecord
  /// The record of the run's end, if the chain has ended.
  let ended: FlowRecord?
  /// Starts the next step. With an error, fails the settled step instead.
  let open: @Sendable ((any Error)?) -> Void
}

/// The way in which a part of a run has ended.
enum PartEnding: Sendable {
  /// The chain has ended, and the end was recorded.
  case completed
  /// A step has failed, and no route caught the failure.
  case failed(RecordedFailure)
  /// The part was set aside, or cancelled.
  case cancelled

  init(_ outcome: FlowOutcome<Any>) {
    switch outcome {
    case .completed: self = .completed
    case .failed(let error as FlowError): self = .failed(RecordedFailure(error))
    case .failed(let error): self = .failed(RecordedFailure(error))
    case .cancelled: self = .cancelled
    }
  }

  /// The failure of an undo whose part has ended like this; nil if the undo has succeeded.
  var failureOfUndo: RecordedFailure? {
    switch self {
    case .completed: nil
    case .failed(let failure): failure
    // Such an undo was left before its end.
    case .cancelled: RecordedFailure(CancellationError())
    }
  }
}

/// The reports of a part of a run before its end.
struct PartReports {
  /// How the first step of the part has started.
  let start: RunMove.Start
  /// The number of steps of the run that had settled before the part.
  let settledBefore: Int
  /// The settlement with which the run leaves the part, what follows unless the run goes back, and the number of the latest message that
  /// was known then.
  var last: (consequence: HeldRunState.Consequence, seen: Int)?
  /// Whether that settlement was recorded, or refused.
  var isLeft = false
  /// The error with which the store has refused a value of that settlement, and whether the step had failed before.
  var refusal: (error: StoreError, ofFailure: Bool)?
  /// The visit to which a closure has asked to go back, or nil for the place before the first one; nil if none has asked.
  var wantsBack: RunCourse.Visit??
  /// The attempt that has failed and is followed by another one.
  var failed: (FlowRecord.FailedAttempt, after: Duration)?

  /// How the step has started that is under way in a course.
  func start(in course: RunCourse) -> RunMove.Start { course.settledSteps == settledBefore ? start : .works }
}

extension HeldDefinition {
  /// Returns a visit of a step.
  func visit(_ step: String, _ number: Int, attempt: Int, in course: RunCourse) -> DeclaredVisit {
    var visit = DeclaredVisit(run: seal.run, step: step, number: number, attempt: attempt)
    if course.reusesKey { visit.life = run.rawValue }
    visit.began = course.firstBegan?.milliseconds
    return visit
  }

  /// Decodes kept values for a context.
  fileprivate func values(
    _ values: [String: KeptValue]
  ) throws(Misfit) -> [(key: any FlowContextKey.Type, value: Any)] {
    var decoded: [(key: any FlowContextKey.Type, value: Any)] = []
    for (name, value) in values {
      guard let key = definition.keys[name] else { continue }
      decoded.append((key.key, try definition.decode(value, key, seal)))
    }
    return decoded
  }

  /// Decodes the result of a visit.
  func result(of visit: RunCourse.Visit, of step: DeclaredStep) throws -> Any? {
    guard case .result(let stored?, _) = visit.left else { return nil }
    return try ValueCoder(step.result).decode(try seal.open(stored, visit.step))
  }

  fileprivate func start(
    _ start: RunMove.Start, of step: DeclaredStep, _ visit: DeclaredVisit
  ) throws -> ChainBeginning.Start {
    switch start {
    case .works: return .starts
    case .isInterrupted: return .fails(StepInterrupted(step: step.identifier, key: DurableVisit.key(of: visit)))
    case .timeIsOver: return .completes(step.result.isVoid ? () : nil)
    case .takes(let received):
      do { return .completes(try value(of: received, for: step)) } catch {
        let place = (error as? ValueError)?.place ?? "$: \(error)"
        throw NotStored(
          description:
            "Message \(received.number) '\(received.message.messageName)' does not decode as \(step.result) at \(place)."
        )
      }
    }
  }

  /// Decodes the value of a message that a step takes.
  func value(of received: ReceivedMessage, for step: DeclaredStep) throws -> Any {
    guard case .message(let name, let body) = received.message.content else { return () }
    return try ValueCoder(step.result).decode(try seal.open(body, name))
  }
}
