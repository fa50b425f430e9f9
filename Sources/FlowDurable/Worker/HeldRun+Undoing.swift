import FlowState

/// Undoing visits, latest first, with a record for each.
extension HeldRun {
  func undo(_ held: HeldDefinition, _ visit: RunCourse.Visit) async throws(StoreError) {
    let step = held.chain.steps.step(at: visit.step)
    guard let step, step.durability.wait == nil, case .result = visit.left else {
      return try await recordUndo(of: visit, nil)
    }
    let failure: RecordedFailure?
    if step.durability.undo != nil {
      failure = try await undoByFunction(held, visit, step)
    } else {
      let part = RunPart(held, course, undoing: visit, of: step, timed: settings.clock, on: executor?.queue, post: post)
      failure = try await outcome(leaving: { part.run.setAside() })
    }
    if !isGone, !stops || failure == nil { try await recordUndo(of: visit, failure) }
  }

  func undoByFunction(
    _ held: HeldDefinition, _ visit: RunCourse.Visit, _ step: DeclaredStep
  ) async throws(StoreError) -> RecordedFailure? {
    let attempt = (course.undoing?.failures ?? 0) + self.attempt
    let place = ChainVisit(run: seal.run, step: visit.step, number: visit.number, attempt: attempt)
    let probe = definition.probes?.script
    let task = Task(executorPreference: settings.executor) { [post] in
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

  /// Waits until an undo has ended, and returns its failure; nil if it succeeded.
  func outcome(leaving leave: () -> Void) async throws(StoreError) -> RecordedFailure? {
    var lost: StoreError?
    while let event = await events.next() {
      switch event {
      case .undone(let failure):
        if let lost { throw lost }
        return failure
      case .ended(let ending):
        if let lost { throw lost }
        if case .failed(let failure) = ending { return failure }
        return nil
      case .abandons:
        stops = true
        if let lost { throw lost }
        return RecordedFailure(CancellationError())
      default:
        if event.isLeaving { leave() }
        do throws(StoreError) { if lost == nil { try await note(event) } } catch {
          lost = error
          leave()
        }
      }
    }
    return nil
  }

  func recordUndo(of visit: RunCourse.Visit, _ failure: RecordedFailure?) async throws(StoreError) {
    let failures = course.undoing?.failures ?? 0
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
}
