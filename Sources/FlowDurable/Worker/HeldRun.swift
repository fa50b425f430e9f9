import FlowJSON
import FlowState

/// A run that belongs to a worker, from its claim until it ends, rests, or is given back.
///
/// Confined to the task that works for the run.
final class HeldRun {
  let settings: WorkerSettings
  let definition: DurableDefinition
  let seal: PayloadSeal
  private(set) var claimed: ClaimedRun
  private(set) var course: RunCourse
  private var now: StoreTime
  /// The attempt of the visit at the position.
  private var attempt: Int
  /// Whether the run belongs to nobody, or to somebody else, by what this worker has told the store.
  private var isGone = false
  /// Whether the worker stops.
  private var stops = false
  /// Whether this object has set the part under way aside.
  private var isSetAside = false
  private var mail: AsyncStream<RunMail>.AsyncIterator
  private let post: @Sendable (RunMail) -> Void

  init(
    _ claimed: ClaimedRun, _ definition: DurableDefinition, _ settings: WorkerSettings,
    mail: AsyncStream<RunMail>, post: @escaping @Sendable (RunMail) -> Void
  ) {
    self.claimed = claimed
    self.definition = definition
    self.settings = settings
    self.mail = mail.makeAsyncIterator()
    self.post = post
    let name = DurableVisit.name(ofRun: claimed.run, key: claimed.key, of: claimed.flow)
    seal = PayloadSeal(codec: definition.codec, store: settings.store.identity, run: name)
    course = RunCourse(definition.rules)
    now = claimed.now
    attempt = claimed.attempt
  }

  /// Works until the run is gone.
  func work() async throws(StoreError) {
    do { course = try RunCourse(claimed.records, definition.rules) } catch {
      return try await park("The snapshot of run \(claimed.run) can't be read. \(error)")
    }
    while !isGone {
      if let command = course.command(in: claimed.messages, names(of:)) {
        try await append([command])
      } else if stops {
        try await append([], then: .release(after: .zero))
      } else if course.ended == nil, course.parked == nil, course.unknownKind == nil,
        let misfit = definition.misfits(of: course, seal).first
      {
        try await leave(misfit)
      } else {
        try await makeMove()
      }
    }
  }

  /// The names under which visits of a step may be recorded.
  private func names(of step: String) -> Set<String> {
    definition.course(for: course.assignments)?.steps.allNames(of: step) ?? [step]
  }

  private func makeMove() async throws(StoreError) {
    guard let chain = definition.course(for: course.assignments) else {
      // A run that only has to end needs no chain.
      return try await finish(course.next(StepNames([]), claimed.messages, at: now))
    }
    let held = HeldDefinition(definition: definition, course: chain, run: claimed.run, seal: seal)
    let move = course.next(chain.steps, claimed.messages, at: now)
    if let name = move.stepName, let position = course.position, position != name {
      return try await append([FlowRecord(.moved(.init(from: position, to: name)))])
    }
    switch move {
    case .begins(let step, let start): try await play(held, step, start)
    case .undoes(let visit): try await undo(held, visit)
    case .waits(let waiting, let end, let names): try await rest(waiting, end, names, after: [])
    default: try await finish(move)
    }
  }

  /// Makes a move that executes nothing.
  private func finish(_ move: RunMove) async throws(StoreError) {
    switch move {
    case .ends(let ended): try await append([FlowRecord(.ended(ended))], then: .end(ended.ending))
    case .isOver: try await append([], then: .end(course.ended?.ending ?? .completed))
    case .isParked(let reason): try await append([], then: .park(reason))
    case .parks(let reason): try await park(reason)
    case .isLost(let name): try await park("Run \(claimed.run) stands at '\(name)', which the chain does not have.")
    case .undoes(let visit): try await park("Run \(claimed.run) has to undo '\(visit.step)', and its chain is gone.")
    case .begins, .waits: try await park("Run \(claimed.run) has no chain.")
    }
  }

  private func park(_ reason: String) async throws(StoreError) {
    settings.report(.parked(claimed.run, reason))
    try await append([FlowRecord(.parked(.init(reason, step: course.position)))], then: .park(reason))
  }

  /// Gives a run back that doesn't fit, or parks it if no worker can go on with it.
  private func leave(_ misfit: Misfit) async throws(StoreError) {
    let reason = misfit.reason(for: claimed.run)
    let since = max(course.latest ?? now, course.wait?.due ?? .init(milliseconds: 0))
    guard misfit.isTemporary, now < since.advanced(by: settings.misfitGrace) else { return try await park(reason) }
    settings.report(.gaveBack(claimed.run, reason))
    try await append([], then: .release(after: WorkerSettings.misfitDelay))
  }

  private func rest(
    _ waiting: FlowRecord.Waiting?, _ end: WaitEnd, _ names: [String], after records: [FlowRecord]
  ) async throws(StoreError) {
    var records = records
    if let waiting { records.append(FlowRecord(.waiting(waiting))) }
    try await append(records, then: .wait(end, for: names))
  }

  // MARK: Playing

  /// Plays a part of the run: steps, until one waits, fails, goes back, or must not start.
  private func play(
    _ held: HeldDefinition, _ step: DeclaredStep, _ start: RunMove.Start
  ) async throws(StoreError) {
    if step.durability.isAtMostOnce, case .works = start {
      let visit = course.visit(at: step.identifier)
      try await append([FlowRecord(.started(.init(step: visit.name, visit: visit.number, attempt: attempt)))])
      guard isFree else { return }
    }
    let part = RunPart(held, course, at: step, start, attempt: attempt, timed: settings.clock, post: post)
    var taken: [Int] = []
    if case .takes(let message) = start { taken = [message.number] }
    var wantsBack: String??
    isSetAside = false
    do throws(StoreError) {
      while let letter = await mail.next() {
        switch letter {
        case .settled(let settlement):
          // Also if the part was set aside meanwhile: the step has done its work.
          if !isGone { try await settle(settlement, held, part) }
        case .wantsBack(let step): wantsBack = .some(step)
        case .ended(let ending):
          return isGone ? () : try await end(ending, wantsBack, held, taken)
        default:
          try await note(letter)
          if !isFree, !stops || letter.isLeaving { setAside(part) }
        }
      }
    } catch {
      await leave(part)
      throw error
    }
  }

  /// Whether nothing prevents the next step from starting.
  private var isFree: Bool { !isGone && !stops && !RunCourse.hasCommand(claimed.messages) }

  private func setAside(_ part: RunPart) {
    isSetAside = true
    part.run.setAside()
  }

  /// Leaves a part without a record, and waits until its work has ended.
  private func leave(_ part: RunPart) async {
    part.run.setAside()
    while let letter = await mail.next() {
      if case .ended = letter { return }
    }
  }

  private func note(_ letter: RunMail) async throws(StoreError) {
    switch letter {
    case .beat: if !isGone { try await append([]) }
    case .stops, .leaves: stops = true
    case .settled, .wantsBack, .ended, .undone: break
    }
  }

  /// Records a settlement and what follows at once, and opens the gate to the next step or sets the part aside.
  private func settle(
    _ settlement: PartSettlement, _ held: HeldDefinition, _ part: RunPart
  ) async throws(StoreError) {
    if let ended = settlement.ended {
      guard try await tryToAppend([settlement.record, ended], then: .end(.completed), settlement) else { return }
      return settlement.open(nil)
    }
    var next = course
    do { try next.apply(settlement.record) } catch { return settlement.open(error) }
    let move = next.next(
      held.course.steps, claimed.messages.filter { !settlement.record.taken.contains($0.number) }, at: now)
    switch move {
    case .waits(let waiting?, let end, let names) where isFree:
      let records = [settlement.record, FlowRecord(.waiting(waiting))]
      guard try await tryToAppend(records, then: .wait(end, for: names), settlement) else { return }
      setAside(part)
    case .begins(let step, .works) where isFree:
      var records = [settlement.record]
      if step.durability.isAtMostOnce {
        let visit = next.visit(at: step.identifier)
        records.append(FlowRecord(.started(.init(step: visit.name, visit: visit.number))))
      }
      guard try await tryToAppend(records, settlement) else { return }
      // A command may have come with the append.
      if isFree { settlement.open(nil) } else { setAside(part) }
    default:
      guard try await tryToAppend([settlement.record], then: stops ? .release(after: .zero) : nil, settlement) else {
        return
      }
      setAside(part)
    }
  }

  /// Appends records of a settlement. Fails the step if what it has left is too large. Returns whether the records were appended.
  private func tryToAppend(
    _ records: [FlowRecord], then disposition: Disposition? = nil, _ settlement: PartSettlement
  ) async throws(StoreError) -> Bool {
    do {
      try await append(records, then: disposition)
      return true
    } catch {
      guard error.isAboutValue else { throw error }
      settlement.open(error)
      return false
    }
  }

  /// Records what the end of a part leads to.
  private func end(
    _ ending: PartEnding, _ wantsBack: String??, _ held: HeldDefinition, _ taken: [Int]
  ) async throws(StoreError) {
    switch ending {
    case .completed: break
    case .failed(let failure):
      let visit = course.visit(at: held.course.steps.names.first ?? "")
      let taken = taken.filter { number in claimed.messages.contains { $0.number == number } }
      var settled = FlowRecord.Settled(step: visit.name, visit: visit.number)
      settled.attempt = attempt
      settled.failure = failure
      do { try await append([FlowRecord(.settled(settled), taking: taken)]) } catch {
        guard error.isAboutValue else { throw error }
        settled.failure = RecordedFailure(type: failure.type, text: "\(error)")
        try await append([FlowRecord(.settled(settled), taking: taken)])
      }
    case .cancelled:
      if let wantsBack {
        if let step = wantsBack ?? course.visits.last?.step, course.place(toReturnTo: [step]) != nil {
          try await append([FlowRecord(.back(.init(to: step)))])
        } else {
          try await cancel()
        }
      } else if !isSetAside {
        // Nobody here has set the part aside: a closure of the run has cancelled it.
        try await cancel()
      }
    }
  }

  private func cancel() async throws(StoreError) {
    try await append([FlowRecord(.message(ReceivedMessage(number: 0, at: now, message: FlowMessage(.cancel))))])
  }

  // MARK: Undoing

  private func undo(_ held: HeldDefinition, _ visit: RunCourse.Visit) async throws(StoreError) {
    let step = held.course.steps.step(at: visit.step)
    guard let step, step.durability.wait == nil, case .result = visit.left else {
      return try await recordUndo(of: visit, nil)
    }
    let failure: RecordedFailure?
    if step.durability.undo != nil {
      failure = try await undoByFunction(held, visit, step)
    } else {
      let part = RunPart(held, course, undoing: visit, of: step, timed: settings.clock, post: post)
      failure = try await outcome(leaving: { part.run.setAside() })
    }
    if !isGone, !stops || failure == nil { try await recordUndo(of: visit, failure) }
  }

  private func undoByFunction(
    _ held: HeldDefinition, _ visit: RunCourse.Visit, _ step: DeclaredStep
  ) async throws(StoreError) -> RecordedFailure? {
    let attempt = (course.undoing?.failures ?? 0) + self.attempt
    let place = ChainVisit(run: seal.run, step: visit.step, number: visit.number, attempt: attempt)
    let probe = definition.probes?.script
    let task = Task { [post] in
      do {
        probe?.undoes(place)
        try await step.durability.undo?({ try held.result(of: visit, of: step) }, place)
        post(.undone(nil))
      } catch {
        post(.undone(RecordedFailure(error)))
      }
    }
    return try await outcome(leaving: { task.cancel() })
  }

  /// Waits until an undo has ended.
  private func outcome(leaving leave: () -> Void) async throws(StoreError) -> RecordedFailure? {
    var lost: StoreError?
    while let letter = await mail.next() {
      switch letter {
      case .undone(let failure):
        if let lost { throw lost }
        return failure
      case .ended(let ending):
        if let lost { throw lost }
        if case .failed(let failure) = ending { return failure }
        return nil
      default:
        if letter.isLeaving { leave() }
        do throws(StoreError) { if lost == nil { try await note(letter) } } catch {
          lost = error
          leave()
        }
      }
    }
    return nil
  }

  private func recordUndo(of visit: RunCourse.Visit, _ failure: RecordedFailure?) async throws(StoreError) {
    let failures = course.undoing?.failures ?? 0
    let undone = FlowRecord.Undone(step: visit.step, visit: visit.number, attempt: failures + 1, failure: failure)
    // The store wakes the run for the next attempt.
    let isLast = failures + 1 >= RunCourse.undoAttempts
    let delay = Duration.seconds(1 << min(failures, 10))
    try await append([FlowRecord(.undone(undone))], then: failure == nil || isLast ? nil : .release(after: delay))
  }

  // MARK: Appending

  /// Appends records, holds the run unless something else is said, and reads the records and the messages that have come.
  private func append(_ records: [FlowRecord], then disposition: Disposition? = nil) async throws(StoreError) {
    var next = course
    do { for record in records { try next.apply(record) } } catch {
      throw .readOnly("A record of run \(claimed.run) can't be read again. \(error)")
    }
    var written = records
    if let place = snapshotPlace(records, next, disposition) {
      var before = course
      do { for record in records[..<place] { try before.apply(record) } } catch {}
      written.insert(before.snapshot, at: place)
    }
    let inbox: Inbox
    do {
      inbox = try await send(written, disposition)
      if let place = snapshotPlace(records, next, disposition) { next.recordsSinceSnapshot = records.count - place }
    } catch {
      guard written.count > records.count, error.isAboutValue else { throw error }
      inbox = try await send(records, disposition)
      settings.report(.snapshotRefused(claimed.run, error))
      next.recordsSinceSnapshot = 0
    }
    course = next
    course.lastRecord = inbox.lastRecord
    course.latest = records.isEmpty ? course.latest : inbox.now
    if !records.isEmpty { attempt = 1 }
    now = inbox.now
    let taken = Set(records.flatMap(\.taken))
    claimed.messages.removeAll { taken.contains($0.number) }
    claimed.note(inbox)
    if let disposition, !disposition.isHeld { isGone = true }
  }

  /// The place among new records where a snapshot belongs; nil if none is due.
  private func snapshotPlace(
    _ records: [FlowRecord], _ next: RunCourse, _ disposition: Disposition?
  ) -> Int? {
    guard !records.isEmpty, next.ended == nil else { return nil }
    guard case .wait? = disposition, case .waiting? = records.last?.body else {
      return next.recordsSinceSnapshot >= WorkerSettings.recordsPerSnapshot ? records.count : nil
    }
    // The store sets the end of the wait in its record, so that record stays.
    return next.recordsSinceSnapshot >= WorkerSettings.recordsBeforeWait ? records.count - 1 : nil
  }

  /// Appends records. If the store has failed without a change, tries again until it works.
  private func send(_ records: [FlowRecord], _ disposition: Disposition?) async throws(StoreError) -> Inbox {
    while true {
      do throws(StoreError) {
        return try await settings.store.append(
          records, to: claimed, then: disposition ?? .hold(lease: settings.lease))
      } catch {
        guard case .system = error else { throw error }
        settings.report(.storeFailed(error))
        await settings.wait(WorkerSettings.storeDelay)
      }
    }
  }
}

extension RunMail {
  fileprivate var isLeaving: Bool {
    if case .leaves = self { true } else { false }
  }
}

extension RunMove {
  /// The name of the step at the position, as the chain has it.
  fileprivate var stepName: String? {
    switch self {
    case .begins(let step, _): step.identifier
    case .waits(let waiting, _, _): waiting?.step
    default: nil
    }
  }
}

extension Disposition {
  fileprivate var isHeld: Bool {
    if case .hold = self { true } else { false }
  }
}

extension StoreError {
  /// Whether the store has refused a value.
  fileprivate var isAboutValue: Bool {
    switch self {
    case .tooLarge, .tooDeep: true
    default: false
    }
  }
}
