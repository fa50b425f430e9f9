import FlowJSON
import FlowState

/// A run that a worker holds, from its claim until it ends, rests, or is released.
///
/// Confined to the task that works for the run.
final class HeldRun {
  let settings: WorkerSettings
  let definition: DurableDefinition
  let seal: PayloadSeal
  /// The executor of the task; nil if a test provides one.
  let executor: RunExecutor?
  /// The claim, without its messages.
  var claimed: ClaimedRun
  var messages = WaitingMessages()
  var course: RunCourse
  var now: StoreTime
  /// The number of the attempt at the current visit.
  var attempt: Int
  /// Whether the run no longer belongs to this worker, after its latest append.
  var isGone = false
  /// Whether the worker is stopping.
  var stops = false
  /// Whether this object has set the current part aside.
  var isSetAside = false
  var events: AsyncStream<HeldRunEvent>.AsyncIterator
  let post: @Sendable (HeldRunEvent) -> Void
  /// Reports an event of the run, as long as the worker holds the run.
  let report: @Sendable (WorkerEvent) async -> Void
  /// Whether the worker no longer waits for the run. A flag, because the run handles no events while it waits for its
  /// store.
  let abandonment: RunAbandonment

  init(
    _ claimed: ClaimedRun, _ definition: DurableDefinition, _ settings: WorkerSettings, on executor: RunExecutor?,
    events: AsyncStream<HeldRunEvent>, abandonment: RunAbandonment,
    report: @escaping @Sendable (WorkerEvent) async -> Void, post: @escaping @Sendable (HeldRunEvent) -> Void
  ) {
    self.abandonment = abandonment
    self.claimed = claimed
    messages.take(from: &self.claimed)
    self.definition = definition
    self.settings = settings
    self.executor = executor
    self.events = events.makeAsyncIterator()
    self.post = post
    self.report = report
    let name = DurableVisit.name(ofRun: claimed.run, key: claimed.key, of: claimed.flow)
    seal = PayloadSeal(codec: definition.codec, store: settings.store.identity, run: name)
    course = RunCourse(definition.rules)
    now = claimed.now
    attempt = claimed.attempt
  }

  /// Works until the run no longer belongs to this worker.
  func work() async throws(StoreError) {
    do { course = try RunCourse(claimed.records, definition.rules) } catch {
      return try await park("The snapshot of run \(claimed.run) can't be read. \(error.withoutText)")
    }
    // The store counts the claims since the latest record. The claim that wrote it made the first attempt and isn't
    // counted.
    if course.hasBegun { attempt += 1 }
    while !isGone {
      if let command = course.command(in: messages.commands, names(of:)) {
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

  /// Returns the names under which visits of a step may be recorded.
  func names(of step: String) -> Set<String> {
    definition.checkedChain(for: course.assignments)?.steps.allNames(of: step) ?? [step]
  }

  func makeMove() async throws(StoreError) {
    guard let chain = definition.checkedChain(for: course.assignments) else {
      // A run that only has to end needs no chain.
      return try await finish(course.next(StepNames([]), messages, at: now))
    }
    let held = HeldDefinition(definition: definition, chain: chain, run: claimed.run, seal: seal)
    let move = course.next(chain.steps, messages, at: now)
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

  /// Performs an action that executes nothing.
  func finish(_ move: RunMove) async throws(StoreError) {
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

  func park(_ reason: String) async throws(StoreError) {
    await report(.parked(claimed.run, reason))
    func append(_ reason: String) async throws(StoreError) {
      try await self.append([FlowRecord(.parked(.init(reason, step: course.position)))], then: .park(reason))
    }
    do { try await append(reason) } catch {
      guard error.isAboutValue else { throw error }
      try await append("\(error)")
    }
  }

  /// Releases a run that doesn't fit, or parks it if no worker can continue it.
  func leave(_ misfit: Misfit) async throws(StoreError) {
    let reason = misfit.reason(for: claimed.run)
    // The run has been due since its latest record, the end of its wait, or the message that woke it.
    let due = course.wait?.due.flatMap { $0 <= now ? $0 : nil }
    let since = [course.latest, due, messages.latest].compactMap { $0 }.max() ?? now
    guard misfit.isTemporary, now < since.advanced(by: settings.misfitGrace) else { return try await park(reason) }
    await report(.gaveBack(claimed.run, reason))
    try await append([], then: .release(after: WorkerSettings.misfitDelay))
  }

  func rest(
    _ waiting: FlowRecord.Waiting?, _ end: WaitEnd, _ names: [String], after records: [FlowRecord]
  ) async throws(StoreError) {
    var records = records
    if let waiting { records.append(FlowRecord(.waiting(waiting))) }
    try await append(records, then: .wait(end, for: names))
  }
}

extension RunMove {
  /// The name in the chain of the step that begins or waits.
  var stepName: String? {
    switch self {
    case .begins(let step, _): step.identifier
    case .waits(let waiting, _, _): waiting?.step
    default: nil
    }
  }
}
