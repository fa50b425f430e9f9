import FlowChains
import FlowJSON
import FlowState

/// A run that a worker holds, from its claim until it ends, rests, or is released.
///
/// Confined to the task that works for the run, so the properties need no lock. Other threads reach the run through its
/// stream of events, and through its abandonment.
final class HeldRun {
  private let settings: WorkerSettings
  private let definition: DurableDefinition
  let seal: PayloadSeal
  /// The executor of the task; nil if a test provides one.
  private let executor: RunExecutor?
  private(set) var state: HeldRunState
  /// Whether the worker is stopping.
  private var stops: Bool
  /// The number of parts, and of checks of messages, that have begun.
  private var begun = 0
  /// Whether this object has set the current part aside.
  private(set) var isSetAside = false
  private var events: AsyncStream<HeldRunEvent>.AsyncIterator
  let post: @Sendable (HeldRunEvent) -> Void
  private let receive: @Sendable (WorkerEvent) async -> Void
  /// Whether the worker no longer waits for the run. A flag, because a run that waits for its store handles no events.
  private let abandonment: RunAbandonment
  private let lease: HeldLease
  /// Whether the work has continued under a later claim of the run.
  private var isRenewed = false
  /// Returns a later claim of the run by the same worker, if no record came after the one with the number.
  private let laterClaim: @Sendable (Int) async -> ClaimedRun?
  /// Reports to the worker that the run's work continues, although it was abandoned.
  private let stays: @Sendable () async -> Void

  init(
    _ claimed: ClaimedRun, _ definition: DurableDefinition, _ settings: WorkerSettings, on executor: RunExecutor?,
    stops: Bool, events: AsyncStream<HeldRunEvent>, abandonment: RunAbandonment, lease: HeldLease,
    laterClaim: @escaping @Sendable (Int) async -> ClaimedRun?, stays: @escaping @Sendable () async -> Void,
    report: @escaping @Sendable (WorkerEvent) async -> Void, post: @escaping @Sendable (HeldRunEvent) -> Void
  ) {
    self.stops = stops
    self.stays = stays
    self.abandonment = abandonment
    self.lease = lease
    self.laterClaim = laterClaim
    self.definition = definition
    self.settings = settings
    self.executor = executor
    self.events = events.makeAsyncIterator()
    self.post = post
    receive = report
    state = HeldRunState(claimed, definition)
    let name = DurableVisit.name(ofRun: claimed.run, key: claimed.key, of: claimed.flow)
    seal = PayloadSeal(codec: definition.codec, store: settings.store.identity, run: name)
  }

  /// The number of the run.
  var number: RunNumber { state.claimed.run }

  /// Reports an event of the run, as long as the worker holds the run.
  func report(_ event: WorkerEvent) async { await receive(event) }

  // MARK: Moving

  /// Works until the run no longer belongs to this worker.
  func work() async throws(StoreError) {
    do { try state.readRecords() } catch {
      // No command can continue or end a run that can't be read.
      let commands = state.messages.commands.map(\.number)
      return try await park("The snapshot of run \(number) can't be read. \(error.withoutText)", taking: commands)
    }
    while !state.isGone {
      if let misfit = state.misfitOfStep(seal, within: settings.misfitGrace) {
        try await leave(misfit, until: state.dueSince.advanced(by: settings.misfitGrace))
      } else if let command = state.command {
        do { try await append([command]) } catch {
          // A record nests a value deeper than the message that brought it.
          guard error.isAboutValue else { throw error }
          try await park("A command can't be recorded: \(error)", taking: command.taken)
        }
      } else if let record = state.limitRecord(seal) {
        try await append([record])
      } else if stops {
        try await append([], then: .release(after: .zero))
      } else if let misfit = state.misfit(seal) {
        try await leave(misfit, until: state.dueSince.advanced(by: settings.misfitGrace))
      } else {
        try await makeMove()
      }
    }
  }

  private func makeMove() async throws(StoreError) {
    guard let chain = definition.checkedChain(for: state.course.assignments) else {
      // A run that only has to end needs no chain.
      return try await finish(state.next(StepNames([])))
    }
    let held = HeldDefinition(definition: definition, chain: chain, run: number, seal: seal)
    let move = state.next(chain.steps)
    if let name = move.stepName, let position = state.course.position, position != name {
      return try await append([FlowRecord(.moved(.init(from: position, to: name)))])
    }
    switch move {
    case .begins(let step, .takes(let received)) where checks(received, at: step):
      try await check(held, step, received)
    case .begins(let step, let start): try await play(held, step, start)
    case .undoes(let visit): try await undo(held, visit)
    case .waits(let waiting, let end, let names):
      try await append(
        waiting.map { [FlowRecord(.waiting($0), taking: state.overtakenAnswers)] } ?? [], then: .wait(end, for: names))
    default: try await finish(move)
    }
  }

  // MARK: Appending

  /// Appends records, and updates the state. The run stays with this worker unless a disposition is given.
  func append(_ records: [FlowRecord], then disposition: RunDisposition? = nil) async throws(StoreError) {
    let draft = try state.draft(records, then: disposition)
    do {
      state.accept(draft, try await send(draft))
      if case .end(let ending)? = draft.disposition { settings.note(.ended(number, ending)) }
    } catch {
      guard draft.hasSnapshot, error.isAboutValue else { throw error }
      let records = draft.withoutSnapshot()
      let inbox = try await send(records)
      await report(.snapshotRefused(number, error))
      state.accept(records, inbox)
    }
  }

  /// Sends a draft to the store. If the store fails without a change, tries again until it succeeds or the worker no
  /// longer waits.
  private func send(_ draft: HeldRunState.Draft) async throws(StoreError) -> RunInbox {
    let disposition = draft.disposition ?? .hold(lease: settings.lease)
    let records = draft.written
    while true {
      let time = settings.now
      do throws(StoreError) {
        let inbox = try await settings.store.append(records, to: state.claimed, then: disposition)
        // A run that has left the store can still have work that ends later. No claim waits for that.
        if disposition.isHold { lease.extended(at: time) } else { lease.lose() }
        return inbox
      } catch {
        if case .leaseLost = error {
          if let later = await laterClaim(state.course.lastRecord) {
            isRenewed = true
            state.renew(later)
            continue
          }
          // The store has taken the work for the earlier claim back, so the run must begin it again.
          if isRenewed { _ = try? await settings.store.append([], to: state.claimed, then: .release(after: .zero)) }
        }
        guard error.isTemporary, !abandonment.hasCome else {
          if !error.isAboutValue { lease.lose() }
          throw error
        }
        await report(.storeFailed(error))
        await settings.wait(WorkerSettings.storeDelay)
      }
    }
  }

  // MARK: Executing a part

  /// Whether the next step may start.
  var isFree: Bool { state.isFree && !stops }

  /// Executes a part of the run: steps, until one waits, fails, goes back, or must not start.
  func play(
    _ held: HeldDefinition, _ step: DeclaredStep, _ start: RunMove.Start, failing failure: (any Error)? = nil,
    hasSettled: Bool = false
  ) async throws(StoreError) {
    if step.durability.isAtMostOnce, failure == nil, case .works = start {
      let visit = state.course.visit(at: step.identifier)
      try await append([FlowRecord(.started(.init(step: visit.name, visit: visit.number, attempt: state.attempt)))])
      guard isFree else { return }
    }
    state.notePlaying()
    let part = RunPart(
      held, state.course, at: step, start, failing: failure, hasSettled: hasSettled, attempt: state.attempt,
      timed: settings.clock, on: executor?.queue, post: post)
    begun += 1
    var reports = PartReports(start: start, settledBefore: state.course.settledSteps)
    var hasEnded = false
    isSetAside = false
    do throws(StoreError) {
      while let event = await events.next() {
        switch event {
        case .settled(let settlement):
          defer { executor?.setStepWaits(false) }
          // Record it even if the part was set aside in the meantime: the step has done its work.
          if !state.isGone { try await settle(settlement, held, part, &reports) }
        case .wantsBack(let visit): reports.wantsBack = .some(visit)
        case .beginsAgain(let attempt, let delay): reports.failed = (attempt, delay)
        case .left(begun): try await recordLast(&reports)
        case .ended(let ending):
          hasEnded = true
          try await recordLast(&reports)
          if state.isGone { return }
          return try await end(ending, reports, held)
        default:
          try await note(event)
          if !isFree, !stops || event.isLeaving { setAside(part) }
        }
      }
    } catch {
      if !hasEnded { await leave(part) }
      throw error
    }
  }

  private func setAside(_ part: RunPart) {
    isSetAside = true
    part.run.setAside { [post, begun] in post(.left(begun)) }
  }

  /// Leaves a part without a record, and waits until its work has ended.
  private func leave(_ part: RunPart) async {
    part.run.setAside()
    while let event = await events.next() {
      switch event {
      case .ended: return
      case .settled: executor?.setStepWaits(false)
      default: break
      }
    }
  }

  private func note(_ event: HeldRunEvent) async throws(StoreError) {
    switch event {
    case .heartbeat: if !state.isGone { try await append([]) }
    case .messagesWait(let count): if !state.isGone, count > state.messages.count { try await append([]) }
    case .stops, .leaves: stops = true
    case .abandons:
      stops = true
      // Otherwise, another worker of the process could start the work again beside the one that hasn't ended.
      await stays()
    case .settled, .wantsBack, .beginsAgain, .left, .ended, .undone, .checked: break
    }
  }

  /// Records a settlement and its immediate consequence, and opens the gate to the next step or sets the part aside.
  ///
  /// A settlement with which the run leaves the part is recorded when the part is left: until then, closures can ask to go back.
  private func settle(
    _ settlement: PartSettlement, _ held: HeldDefinition, _ part: RunPart, _ reports: inout PartReports
  ) async throws(StoreError) {
    let next: HeldRunState.Consequence
    do { next = try state.consequence(of: settlement, in: held.chain.steps, stops: stops) } catch {
      return open(settlement, error)
    }
    guard next.step != .isSetAside else {
      reports.last = (next, state.claimed.seen)
      return setAside(part)
    }
    do {
      try await append(next.records, then: next.disposition)
    } catch {
      // If the store refuses a value, its step fails.
      guard error.isAboutValue else { throw error }
      return open(settlement, error)
    }
    if next.step == .opens || isFree { open(settlement) } else { setAside(part) }
  }

  /// Starts the step after a settlement. With an error, fails the settled step instead.
  private func open(_ settlement: PartSettlement, _ error: (any Error)? = nil) {
    guard let executor else { return settlement.open(error) }
    executor.execute { settlement.open(error) }
  }

  // MARK: Checking

  /// Returns the number of a check that begins.
  func beginCheck() -> Int {
    begun += 1
    return begun
  }

  /// Waits for the outcome of a check; nil if the run has changed in the meantime, so that the message may no longer be taken.
  ///
  /// A check changes nothing, so the run doesn't wait for one that it no longer needs, and another worker may make it again beside it.
  func checkOutcome(_ number: Int, of task: Task<Void, Never>) async throws(StoreError) -> CheckOutcome? {
    defer { task.cancel() }
    while let event = await events.next() {
      switch event {
      case .checked(number, let outcome): return isFree ? outcome : nil
      case .abandons:
        stops = true
        return nil
      default:
        try await note(event)
        if event.isLeaving || !state.isFree { return nil }
      }
    }
    return nil
  }

  /// The executor of functions that belong to steps.
  var stepExecutor: any TaskExecutor { settings.stepExecutor }

  // MARK: Undoing

  /// Undoes the latest visit, with a record.
  private func undo(_ held: HeldDefinition, _ visit: RunCourse.Visit) async throws(StoreError) {
    let step = held.chain.steps.step(at: visit.step)
    guard let step, step.durability.wait == nil, visit.isInterrupted ? step.undoesInterrupted : visit.hasResult else {
      return try await recordUndo(of: visit, nil)
    }
    let failure: RecordedFailure?
    let attempt = (state.course.undoing?.failures ?? 0) + state.attempt
    if visit.isInterrupted {
      definition.probes?.script?.undoes(held.visit(visit.step, visit.number, attempt: attempt, in: state.course))
    }
    if !visit.isInterrupted, step.durability.undo != nil {
      let task = startUndo(held, visit, step)
      failure = try await undoFailure(leaving: { task.cancel() })
    } else {
      let part = RunPart(
        held, state.course, undoing: visit, of: step, attempt: attempt, timed: settings.clock, on: executor?.queue,
        post: post)
      failure = try await undoFailure(leaving: { part.run.setAside() })
    }
    if !state.isGone, !stops || failure == nil { try await recordUndo(of: visit, failure) }
  }

  /// Waits until an undo has ended, and returns its failure; nil if it succeeded.
  private func undoFailure(leaving leave: () -> Void) async throws(StoreError) -> RecordedFailure? {
    var lost: StoreError?
    while let event = await events.next() {
      switch event {
      case .undone(let failure):
        if let lost { throw lost }
        return failure
      case .ended(let ending):
        if let lost { throw lost }
        return ending.failureOfUndo
      default:
        if event.isLeaving { leave() }
        do throws(StoreError) { if lost == nil || event.abandons { try await note(event) } } catch {
          lost = error
          leave()
        }
      }
    }
    return nil
  }
}
