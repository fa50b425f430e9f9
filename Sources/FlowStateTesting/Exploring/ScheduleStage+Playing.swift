import FlowState

/// The methods with which the explorer plays a stage.
extension ScheduleStage {
  /// A Boolean value that indicates whether the setup has started a run.
  var hasRun: Bool { withState { $0.run != nil } }

  /// The number of times that the run reported its outcome.
  var outcomes: Int { withState { $0.outcomes } }

  /// Returns what can happen now.
  func offer(cancelling: Bool) -> ScheduleOffer {
    var offer = ScheduleOffer()
    offer.canDeliver = !queue.isEmpty
    offer.hasTimer = clock.timerCount > 0
    let unanswered = withState { state in
      offer.events = state.pending.events
      offer.canCancel = !state.isCancelled && state.outcomes == 0
      return state.unanswered
    }
    // A step without an answer may have ended in another way, for example by a timeout.
    offer.needsCancel =
      offer.canCancel
      && unanswered.contains { waiting in
        observer.withLaws { $0.isOpen(waiting.step) }
      }
    offer.canCancel = offer.canCancel && (cancelling || offer.needsCancel)
    return offer
  }

  /// Lets a pick happen.
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

  /// Releases the run and the events that have not happened.
  func clear() {
    withExtendedLifetime(withState { $0.giveUp() }) {}
  }

  /// Returns a report of a schedule.
  func report(_ schedule: FlowSchedule) -> ScheduleReport {
    withState { state in
      ScheduleReport(
        schedule: schedule, timersLeft: state.timersLeft, observer: observer, describeOutcome: state.describeOutcome)
    }
  }

  /// Returns the first violation of the test's requirements, or nil.
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
