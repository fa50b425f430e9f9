import FlowState

/// The parts of a durable run.
extension ChainRun {
  /// Makes the steps of a part of a durable run, and returns the one that it begins with.
  func begin(_ beginning: ChainBeginning) -> AnyFlowStep {
    for (key, value) in beginning.values { context.restore(key, to: value) }
    guard let index = chain.index(of: beginning.step) else {
      trap("A durable run continues at step '\(beginning.step)', which chain '\(chain.identifier)' doesn't have.")
    }
    connect { _ in }
    pass(beginning.value, to: index, isAny: !beginning.isFailure && beginning.isAny)
    let stand: MadeStep
    switch beginning.start {
    case .starts: return made[index].step
    case .completes(let result): stand = made[index].replacement(endingWith: .result(result))
    case .fails(let error): stand = made[index].replacement(endingWith: .failure(error))
    case .undoes(let undo): return self.undo(undo, index)
    }
    connect(stand, at: index) { _ in }
    return stand.step
  }

  /// Puts a gate before the step that is next, or before the end of the chain, and returns what is behind it.
  func putGate(after ending: ChainSettlement.Ending, of index: Int, _ edge: ChainGraph.Edge) -> AnyFlowStep {
    let next = edge.target.map { made[$0].step } ?? .ofEnd()
    next.putGate { gate in
      guard let journal else { return .waits }
      let settlement = ChainSettlement(
        step: chain.steps[index], ending: ending, route: edge.route.label, next: edge.target.map { chain.steps[$0] })
      switch journal.record(settlement, in: context, open: gate.makeOpener()) {
      case .continues(let value):
        gate.lead {
          guard let target = edge.target else { return nil }
          var isAny = false
          if case .result = ending { isAny = settlement.step.result == FlowValueType(of: Any.self) }
          pass(value, to: target, isAny: isAny)
          return next
        } failing: { cause in
          fail(index, because: cause, after: ending)
        }
        return .waits
      case .fails(let cause): return fail(index, because: cause, after: ending)
      }
    }
    return next
  }

  /// Ends the part if the current visit begins again in another part. Returns whether it does.
  func beginsAgain(after error: FlowError, _ retry: DeclaredStep.Parts.Retry) -> Bool {
    // A step that has completed, and whose result can't be recorded, isn't tried again.
    guard let journal, RunAtWork.isBetweenSteps,
      let delay = retry.delay(after: error, failures: journal.failures + 1)
    else { return false }
    journal.beginAgain(after: error, in: delay)
    RunAtWork.setAsideSoon()
    return true
  }

  /// Fails a step whose settlement can't be recorded. Its routes can catch the failure, unless they have led here.
  private func fail(
    _ index: Int, because cause: any Error, after ending: ChainSettlement.Ending
  ) -> StepGate.Direction {
    let place =
      RunAtWork.place ?? FlowPlace(run: FlowRunID(flow: chain.identifier, number: 0), lane: 0, visit: 0)
    let error = FlowError(step: chain.steps[index].identifier, place: place, reason: .failed(cause))
    journal?.withdraw(in: context)
    if case .result = ending, case .goTo(let target)? = made[index].step.failureRoute?(error) {
      return .leads(to: AnyFlowStep.of(target))
    }
    return .fails(error)
  }

  /// Calls the undo closure of a step for a visit that another part of the run has made.
  private func undo(_ undo: ChainUndo, _ index: Int) -> AnyFlowStep {
    let step = made[index].step
    // A step that takes its content from the context had it before its visit changed values.
    step.prepare?()
    for (key, value) in undo.values { context.restore(key, to: value) }
    step.beginAsStarted()
    // The beginning and the end of the part aren't events, but an undone step is one.
    let report = { RunAtWork.reportUndone(step) }
    let progress =
      undo.interrupted.map { made[index].undoInterrupted($0, by: chain.steps[index].durability) }
      ?? made[index].undo(undo.result)
    switch progress {
    case .none: break
    case .done: report()
    case .waits(let work):
      // Its failure is that of the part, which the worker tries again.
      let waiting = FlowStep(Any.self, Void.self, identifier: step.identifier) { _ in
        try await work.perform()
      }
      waiting.becomeReplacement()
      waiting.setCompletion { _, _ in report() }
      return waiting
    }
    let end = AnyFlowStep.ofEnd()
    end.putGate { gate in
      gate.lead { nil }
      gate.openSoon(nil)
      return .waits
    }
    return end
  }
}
