import FlowState

/// The methods with which the explorer plays a stage.
extension ScheduleStage {
  /// A Boolean value that indicates whether the setup has started a run.
  var hasRun: Bool { withState { !$0.runs.isEmpty } }

  /// The number of times that each run reported its outcome.
  var outcomes: [Int] { withState { $0.runs.map(\.outcomes) } }

  var coverage: StageCoverage { withState { $0.coverage } }
  /// The number of queues that the runs use.
  var queueCount: Int { withState { $0.queues.all.count } }

  /// Returns the acts that are possible now.
  ///
  /// - Parameters:
  ///   - cancelling: A Boolean value that indicates whether runs can be cancelled although they can end by themselves.
  ///   - moment: The current start of a step; nil if no code of a run executes.
  ///   - busy: The numbers of the queues that are executing a turn.
  /// - Returns: The offer.
  func offer(
    cancelling: Bool, at moment: FlowSchedule.Choice.Moment? = nil, besides busy: Set<Int> = []
  ) -> ScheduleOffer {
    var offer = ScheduleOffer()
    offer.moment = moment
    offer.timers = timers.waiting
    let unanswered = withState { state in
      offer.events = state.pending
      for (index, run) in state.runs.enumerated() where !run.isCancelled && run.outcomes == 0 {
        offer.runs.append(index + 1)
      }
      for (index, queue) in state.queues.all.enumerated() where !busy.contains(index + 1) && !queue.isEmpty {
        offer.queues.append(index + 1)
      }
      if let awaited = state.lastAwaited { offer.lastAwaited = awaited }
      return state.unanswered.compactMap { $0.start }
    }
    // A step without an answer may have ended in another way, for example by a timeout.
    let waiting = observer.withLaws { laws in Set(unanswered.filter { laws.isOpen($0.place) }.map(\.run)) }
    offer.needsCancel = offer.runs.filter { waiting.contains($0) }
    if !cancelling { offer.runs = offer.needsCancel }
    return offer
  }

  /// The numbers of the last event and the last timer.
  var latest: (event: Int, timer: Int) { (withState { $0.pending.made }, timers.count) }

  /// A Boolean value that indicates whether no run has messages.
  var isQuiet: Bool { withState { $0.queues.all }.allSatisfy(\.isEmpty) }

  /// Performs a pick.
  func perform(_ pick: ScheduleOffer.Pick) {
    switch pick {
    case .proceed: break
    case .deliver(let number): withState { $0.queues.all[number - 1] }.playOne()
    case .timer(let position): timers.fire(position)
    case .cancel(let number):
      let run = withState { state in
        state.runs[number - 1].isCancelled = true
        return state.runs[number - 1].run
      }
      run?.cancel()
    case .event(let id, let way):
      withState { $0.pending.take(id) }?.happen(way)
    }
  }

  /// Performs a pick while code of a run executes, as if on another thread.
  func performElsewhere(_ pick: ScheduleOffer.Pick) {
    let queues = withState { $0.queues.all }
    let players = queues.map { $0.exchangePlayer(nil) }
    OtherThread.perform { perform(pick) }
    for (queue, player) in zip(queues, players) { _ = queue.exchangePlayer(player) }
  }

  /// Releases the runs, and the events and timers that haven't happened.
  func clear() {
    withExtendedLifetime((withState { $0.giveUp() }, timers.removeAll())) {}
  }

  /// Ends runs that haven't begun, because their setup has failed, and releases them.
  func dismiss() {
    for run in withState({ $0.runs }) { run.run?.cancel() }
    for queue in withState({ $0.queues.all }) { queue.play() }
    clear()
  }

  /// Returns a report of a schedule.
  func report(_ schedule: FlowSchedule) -> ScheduleReport {
    withState { state in
      ScheduleReport(
        schedule: schedule, timersLeft: state.timersLeft, observer: observer,
        describeOutcomes: state.runs.map(\.describeOutcome))
    }
  }

  /// Returns the first violation of the test's requirements; nil if there is none.
  func complaint(about report: ScheduleReport) -> ScheduleViolation? {
    for requirement in withState({ $0.requirements }) {
      do {
        guard let sentence = try requirement.check(report) else { continue }
        return ScheduleViolation(.requirement, sentence, at: requirement.place)
      } catch {
        return ScheduleViolation(.requirement, "\(error)", at: requirement.place)
      }
    }
    return nil
  }
}
