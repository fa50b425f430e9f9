import FlowState

/// What the explorer does with a stage.
extension ScheduleStage {
  /// Whether the setup has started a run.
  var hasRun: Bool { withState { $0.run != nil } }

  /// How often the run's outcome was told.
  var outcomes: Int { withState { $0.outcomes } }

  /// What can happen now.
  func offer(cancelling: Bool) -> ScheduleOffer {
    var offer = ScheduleOffer()
    offer.canDeliver = !queue.isEmpty
    offer.hasTimer = clock.timerCount > 0
    let unanswered = withState { state in
      offer.events = state.pending.events
      offer.canCancel = !state.isCancelled && state.outcomes == 0
      return state.unanswered
    }
    // A step that was never answered may have ended otherwise, by a timeout for instance.
    offer.needsCancel =
      offer.canCancel
      && unanswered.contains { waiting in
        observer.withLaws { $0.isOpen(waiting.step) }
      }
    offer.canCancel = offer.canCancel && (cancelling || offer.needsCancel)
    return offer
  }

  /// Lets something happen.
  func perform(_ pick: ScheduleOffer.Pick) {
    switch pick {
    case .deliver: queue.playOne()
    case .timer: clock.advanceToNextTimer()
    case .cancel:
      let run = withState { state in
        state.isCancelled = true
        return state.run
      }
      run?.cancel()
    case .event(let index, let way):
      withState { $0.pending.take(at: index) }.happen(way)
    }
  }

  /// Lets go of the run, and of what is never to happen.
  func clear() {
    withExtendedLifetime(withState { $0.giveUp() }) {}
  }

  /// What a schedule has led to.
  func report(_ schedule: FlowSchedule) -> ScheduleReport {
    withState { state in
      ScheduleReport(
        schedule: schedule, timersLeft: state.timersLeft, observer: observer, describeOutcome: state.describeOutcome)
    }
  }

  /// What the test says is wrong with it.
  func complaint(about report: ScheduleReport) -> String? {
    for requirement in withState({ $0.requirements }) {
      do {
        if let sentence = try requirement(report) { return sentence }
      } catch {
        return "\(error)"
      }
    }
    return nil
  }
}
