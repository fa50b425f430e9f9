import FlowChains
import FlowJSON
import FlowState

/// The records with which a held run ends, is parked, is released, or leaves a part.
extension HeldRun {
  /// Performs an action that executes nothing.
  func finish(_ move: RunMove) async throws(StoreError) {
    switch move {
    case .ends(let ended):
      let record = FlowRecord(.ended(ended))
      try await append([record], then: state.continues(after: record) ? nil : .end(ended.ending))
    case .isOver: try await append([], then: .end(state.course.ended?.ending ?? .completed))
    case .isParked(let reason): try await append([], then: .park(reason))
    case .parks(let reason): try await park(reason)
    case .isLost(let name): try await park("Run \(number) stands at '\(name)', which the chain does not have.")
    case .undoes(let visit): try await park("Run \(number) has to undo '\(visit.step)', and its chain is gone.")
    case .begins, .waits: try await park("Run \(number) has no chain.")
    }
  }

  /// Parks the run.
  ///
  /// - Parameters:
  ///   - reason: The reason.
  ///   - taken: The numbers of the commands that are the reason. They would be it again when the run is continued.
  /// - Throws: An error of the store.
  func park(_ reason: String, taking taken: [Int] = []) async throws(StoreError) {
    await report(.parked(number, reason))
    func append(_ reason: String) async throws(StoreError) {
      let parked = FlowRecord(.parked(.init(reason, step: state.course.position)), taking: taken)
      // Another command can continue or end the parked run.
      try await self.append([parked], then: state.continues(afterParking: parked) ? nil : .park(reason))
    }
    do { try await append(reason) } catch {
      guard error.isAboutValue else { throw error }
      try await append("\(error)")
    }
  }

  /// Releases a run that doesn't fit, or parks it if no worker can continue it.
  ///
  /// - Parameters:
  ///   - misfit: The reason why the run doesn't fit.
  ///   - end: The time after which the run is no longer released.
  /// - Throws: An error of the store.
  func leave(_ misfit: Misfit, until end: StoreTime) async throws(StoreError) {
    let reason = misfit.reason(for: number)
    guard misfit.isTemporary, state.now < end else { return try await park(reason) }
    await report(.released(number, reason))
    try await append([], then: .release(after: WorkerSettings.misfitDelay))
  }

  /// Records the consequence of a part's end.
  func end(_ ending: PartEnding, _ reports: PartReports, _ held: HeldDefinition) async throws(StoreError) {
    if reports.isLeft {
      guard let refusal = reports.refusal, reports.wantsBack == nil else { return }
      // The value fails its step, which is asked for a route once.
      if !refusal.ofFailure, let step = held.chain.steps.step(at: state.course.position) {
        return try await play(
          held, step, reports.start(in: state.course), failing: refusal.error, hasSettled: true)
      }
      let reports = PartReports(start: reports.start(in: state.course), settledBefore: state.course.settledSteps)
      return try await end(.failed(RecordedFailure(refusal.error)), reports, held)
    }
    if let failed = reports.failed, reports.wantsBack == nil {
      return try await beginAgain(held, failed.0, after: failed.after)
    }
    switch ending {
    case .completed: break
    case .failed(let failure):
      let visit = state.course.visit(at: held.chain.steps.names.first ?? "")
      var taken: [Int] = []
      if case .takes(let message) = reports.start, state.messages.contains(message.number) { taken = [message.number] }
      var settled = FlowRecord.Settled(step: visit.name, visit: visit.number)
      settled.attempt = state.attempt
      try await append(failing: failure) { failure in
        settled.failure = failure
        var record = FlowRecord(.settled(settled), taking: taken)
        if held.chain.steps.step(at: state.course.position)?.undoesInterrupted == true {
          record.others[RunCourse.isInterrupted] = true
        }
        return [record]
      }
    case .cancelled:
      if let wantsBack = reports.wantsBack {
        try await goBack(to: wantsBack)
      } else if !isSetAside {
        // A closure of the run has cancelled it, because this object hasn't set the part aside.
        try await cancel()
      }
    }
  }

  /// Records the settlement with which the run leaves a part, and what follows, if that hasn't been done.
  func recordLast(_ reports: inout PartReports) async throws(StoreError) {
    guard !reports.isLeft, let (last, seen) = reports.last else { return }
    reports.isLeft = true
    let wantsBack = reports.wantsBack
    do {
      if wantsBack == nil, seen == state.claimed.seen {
        try await append(last.records, then: last.disposition)
      } else {
        // The run goes back, or a message has come with which it may not have to wait.
        try await append([last.records[0]])
      }
    } catch {
      guard error.isAboutValue else { throw error }
      reports.refusal = (error, last.isFailure)
    }
    if let wantsBack { try await goBack(to: wantsBack) }
  }

  /// Records that the run goes back to a visit. Nil is the place before the first one, and cancels the run.
  private func goBack(to visit: RunCourse.Visit?) async throws(StoreError) {
    guard let visit else { return try await cancel() }
    // If the store has refused the record of the visit, its step begins again.
    if let record = state.course.wayBack(to: visit) { try await append([state.interrupting(record)]) }
  }

  /// Records that the current visit has failed and begins again after a delay, which passes on the store's clock.
  func beginAgain(
    _ held: HeldDefinition, _ failed: FlowRecord.FailedAttempt, after delay: Duration
  ) async throws(StoreError) {
    let visit = state.course.visit(at: held.chain.steps.names.first ?? "")
    // A command that has arrived, and a step that begins at once, need no other claim.
    let due = state.now.advanced(by: delay)
    let waits = state.isFree && delay > .zero && state.course.deadline.map { due < $0 } ?? true
    var waiting = FlowRecord.Waiting(step: state.course.position ?? visit.name, visit: visit.number)
    if !waits { waiting.due = due }
    let begins = delay <= .zero && isFree
    let idleCommands = state.idleCommands
    try await append(failing: failed.failure, then: waits ? .wait(.after(delay), for: []) : nil) { failure in
      waiting.failed = FlowRecord.FailedAttempt(attempt: failed.attempt, count: failed.count, failure: failure)
      var record = FlowRecord(.waiting(waiting), taking: idleCommands)
      if begins { record.others[RunCourse.begins] = true }
      return [record]
    }
  }

  private func cancel() async throws(StoreError) {
    let message = ReceivedMessage(number: 0, at: state.now, message: FlowMessage(.cancel))
    try await append([state.interrupting(FlowRecord(.message(message)))])
  }

  /// Starts the function that undoes a visit.
  func startUndo(
    _ held: HeldDefinition, _ visit: RunCourse.Visit, _ step: DeclaredStep
  ) -> Task<Void, Never> {
    let attempt = (state.course.undoing?.failures ?? 0) + state.attempt
    let place = held.visit(visit.step, visit.number, attempt: attempt, in: state.course)
    let probe = held.definition.probes?.script
    return Task(executorPreference: stepExecutor) { [post] in
      do {
        probe?.undoes(place)
        try await step.durability.undo?({ try held.result(of: visit, of: step) }, place)
        post(.undone(nil))
      } catch {
        post(.undone(RecordedFailure(error)))
      }
    }
  }

  /// Records the end of an undo.
  func recordUndo(of visit: RunCourse.Visit, _ failure: RecordedFailure?) async throws(StoreError) {
    let failures = state.course.undoing?.failures ?? 0
    var undone = FlowRecord.Undone(step: visit.step, visit: visit.number, attempt: failures + 1)
    guard let failure else { return try await append([FlowRecord(.undone(undone))]) }
    // The store wakes the run for the next attempt.
    let isLast = failures + 1 >= RunCourse.undoAttempts
    let delay = Duration.seconds(1 << min(failures, 10))
    try await append(failing: failure, then: isLast ? nil : .release(after: delay)) { failure in
      undone.failure = failure
      return [FlowRecord(.undone(undone))]
    }
  }

  /// Appends records with a failure. If the store refuses the failure's text, records the store's reason instead.
  private func append(
    failing failure: RecordedFailure, then disposition: RunDisposition? = nil,
    _ records: (RecordedFailure) -> [FlowRecord]
  ) async throws(StoreError) {
    do { try await append(records(seal.seal(failure)), then: disposition) } catch {
      guard error.isAboutValue else { throw error }
      try await append(records(RecordedFailure(type: failure.type, text: "\(error)")), then: disposition)
    }
  }
}
