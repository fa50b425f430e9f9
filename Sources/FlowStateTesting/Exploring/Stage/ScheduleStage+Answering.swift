package import FlowChains
package import FlowState

/// The answers to steps, and the calls of the engine.
extension ScheduleStage {
  /// Sets the answers that a step can receive.
  ///
  /// Each start of the step registers an event with the name of the step. Steps of nested flows are answered, too. If
  /// the step is cancelled before its answer, the answer arrives as an extra completion.
  ///
  /// - Parameters:
  ///   - step: The identifier of the step. If no step of the flow has this name, the explorer reports it at the end of
  ///     an exploration, or with its failure; see ``ScheduleCoverage/stepsNotMade``.
  ///   - answers: The answers from which the explorer chooses. Traps if there are no answers, or if
  ///     ``FlowAnswer/ownWork`` is one of several.
  public func answer(_ step: String, with answers: FlowAnswer...) { answer(step, with: answers) }

  /// Sets the answers that a step can receive, from an array.
  ///
  /// - Parameters:
  ///   - step: The identifier of the step.
  ///   - answers: The answers, as for the other method.
  public func answer(_ step: String, with answers: [FlowAnswer]) {
    requireUse(!answers.isEmpty, "Step '\(step)' was set up without an answer; it needs at least one.")
    withState { state in _ = state.coverage.answered.insert(step) }
    if answers.contains(where: { $0.stepAnswer == nil }) {
      requireUse(
        answers.count == 1,
        "Step '\(step)' was set up with its own work and other answers; own work begins with the step, so it stands alone."
      )
      return withState { $0.setAnswer(nil, for: step) }
    }
    let ways = FlowAnswer.names(of: answers)
    let arePlain = answers.allSatisfy(\.isPlain)
    let answer = StepAnswer.deferred { [unowned self] reply in
      let start = observer.latestStart
      let id = add(step, ways, isAnswer: arePlain) { [unowned self] way in
        give(answers[way], to: reply, of: step, at: start)
      }
      withTrial { $0.workBegins(ownEvent: id) }
    }
    observer.withLaws { $0.watchReports(to: step) }
    withState { $0.setAnswer(answer, for: step) }
  }

  private func give(_ answer: FlowAnswer, to reply: StepReply, of step: String, at start: StageStart?) {
    switch answer.act {
    case .never: return withState { $0.unanswered.append((start, reply)) }
    case .after(let delay, let later):
      guard delay > .zero else { return give(later, to: reply, of: step, at: start) }
      _ = timers.schedule(after: delay, isOfRun: false) { [unowned self] in
        give(later, to: reply, of: step, at: start)
      }
      return
    case .result, .noResult, .failure, .abandonment, .ownWork: break
    }
    guard answer.isReport else { return }
    observer.withLaws { $0.reportMade(to: step) }
    answer.give(to: reply)
    guard answer.isGivenTwice else { return }
    addEvent("\(step).again") { [unowned self] in
      observer.withLaws { $0.reportMade(to: step) }
      answer.give(to: reply)
    }
  }

  /// Returns the answer to a start of a step. The engine calls this method.
  package func answer(toStartOf step: AnyFlowStep) -> StepAnswer? {
    let name = step.identifier
    let (number, answer, script) = withState { ($0.coverage.started(name), $0.answer(for: name), $0.script) }
    let given = answer ?? script?.answer(toStartOf: step)
    let start = StartUnderWay(
      step: ObjectIdentifier(step), moment: .init(step: name, start: number),
      isOwnWork: given == nil && step.callsClosure, place: observer.latestStart?.place)
    withTrial { trial in
      trial.begins(start)
      if answer == nil { trial.workBegins() }
    }
    return given
  }

  /// Reports an answer of a wrong type as a violation, and returns its error. The engine calls this method.
  package func refusal(of result: Any.Type, inPlaceOf expected: Any.Type?, by step: String) -> any Error {
    let error = FlowAnswerError(result, inPlaceOf: expected, by: step)
    observer.withLaws { $0.answerRefused(error) }
    return error
  }

  /// Lets the explorer choose an act after the work of a start has returned, and, if it is done, its step's closures
  /// have, too. The engine calls this method.
  package func returned(fromStartOf step: AnyFlowStep) {
    withTrial { $0.returns() }
  }

  /// Returns the queue that the explorer plays in place of a nested flow's queue. The engine calls this method.
  package func queue(replacing queue: any FlowQueue) -> (any FlowQueue)? {
    withState { $0.queues.queue(replacing: queue) }
  }

  /// Records the routes of a chain. The engine calls this method.
  package func follows(_ chain: FlowChain) {
    withState { $0.coverage.declared(chain) }
  }

  /// Records a route that was taken. The engine calls this method.
  package func took(_ route: FlowRoute, from step: String) {
    withState { $0.coverage.took(route, from: step) }
  }

  /// Records a run. The engine calls this method.
  package func started(_ run: FlowRunID, isBusy: @escaping @Sendable () -> Bool) {
    leaks.started(run, isBusy: isBusy)
  }

  /// Removes a run that has ended. The engine calls this method.
  package func ended(_ run: FlowRunID) {
    leaks.ended(run)
  }

  /// Records a step. The engine calls this method.
  package func made(_ step: AnyFlowStep) {
    let name = step.identifier
    withState { $0.coverage.made(name) }
    leaks.made(step)
  }

  /// Records the new name of a step. The engine calls this method.
  package func renamed(_ step: AnyFlowStep, from name: String) {
    let newName = step.identifier
    withState { $0.coverage.renamed(newName, from: name) }
    leaks.renamed(step, from: name)
  }

  /// Records a handler that must be released. The work of the start has returned the handler. The engine calls this
  /// method.
  package func attached(_ handler: AnyFlowStepHandler, to step: AnyFlowStep) {
    if withState({ $0.requiresHandlersReleased }) { leaks.attached(handler, to: step) }
    withTrial { $0.workEnds(of: step) }
  }
}
