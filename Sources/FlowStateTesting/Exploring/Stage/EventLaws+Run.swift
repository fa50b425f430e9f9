import FlowState

extension EventLaws {
  /// The state of a run according to its events.
  struct RunState {
    let id: FlowRunID
    /// The run with its number in this schedule, so that messages don't depend on earlier runs.
    let name: FlowRunID
    var events = 0
    var hasBegun = false
    var hasEnded = false
    /// The visits that have begun but not settled, by their numbers.
    var openVisits: [Int: OpenVisit] = [:]
    /// The highest number of a visit so far.
    var latestVisit = 0
    /// The lanes in which a screen can report again. The first lane of a flow's run rests only at the end.
    var restingLanes: Set<Int> = []

    /// The open visits in the order in which they began.
    var openInOrder: [OpenVisit] { openVisits.sorted { $0.key < $1.key }.map(\.value) }

    /// Records an event, and returns a description of what is wrong with it; nil if nothing is.
    mutating func receive(_ event: FlowEvent) -> String? {
      events += 1
      if event.sequence != events { return wrong(event, "is number \(event.sequence) and should be number \(events)") }
      switch event.kind {
      case .extraCompletionIgnored: return nil
      case _ where hasEnded: return wrong(event, "was reported after the run's end")
      case .runBegan, .runResumed:
        if hasBegun { return wrong(event, "was reported twice") }
        hasBegun = true
      case .stepBegan:
        let visit = OpenVisit(lane: event.place.lane, step: event.step, wrapper: event.wrapper)
        if openVisits.updateValue(visit, forKey: event.place.visit) != nil {
          return wrong(event, "begins a visit that is open")
        }
        latestVisit = max(latestVisit, event.place.visit)
        restingLanes.remove(event.place.lane)
      case .stepCompleted, .stepFailed, .stepTimedOut, .stepAbandoned, .stepCancelled:
        let isAtRest = restingLanes.remove(event.place.lane) != nil
        if openVisits[event.place.visit]?.lane == event.place.lane {
          openVisits[event.place.visit] = nil
        } else if isAtRest, event.kind.canComeAgain, event.place.visit > latestVisit {
          latestVisit = event.place.visit
        } else {
          return wrong(event, "settles a visit that is not open")
        }
      case .runSetAside:
        // The current step hasn't ended.
        hasEnded = true
      case .runEnded(let ending):
        hasEnded = true
        if let open = openVisits.min(by: { $0.key < $1.key })?.value {
          return wrong(event, "was reported while step '\(open.step ?? "")' had not settled")
        }
        // A run that is cancelled before its first turn never begins.
        if case .cancelled = ending { return nil }
        if !hasBegun { return wrong(event, "was reported for a run that has not begun") }
      case .rested:
        if event.place.lane > 0 { restingLanes.insert(event.place.lane) }
      case .contentSet, .contextSet, .contextRestored, .variantExposed, .stepDelayed, .stepUndone, .wentBack,
        .contentRestored, .undoFailed, .backRefused:
        break
      }
      return nil
    }

    private func wrong(_ event: FlowEvent, _ what: String) -> String {
      let place = FlowPlace(run: name, lane: event.place.lane, visit: event.place.visit)
      return "'\(FlowRecorder.line(for: event.at(place)))' (\(place)) \(what)."
    }
  }

  /// A visit that has begun but not settled.
  struct OpenVisit {
    let lane: Int
    /// The name of the step when the visit began.
    let step: String?
    let wrapper: FlowOperator?
  }
}

extension FlowEvent {
  /// Returns the event at another place.
  func at(_ place: FlowPlace) -> FlowEvent {
    FlowEvent(sequence: sequence, time: time, step: step, wrapper: wrapper, place: place, kind: kind)
  }
}

extension FlowEvent.Kind {
  /// A Boolean value that indicates whether the event reports the effect of a handler's report.
  var tellsOfReport: Bool {
    switch self {
    case .stepCompleted, .extraCompletionIgnored: true
    case .stepFailed(let error): error.cause != nil
    default: false
    }
  }

  /// A Boolean value that indicates whether a settled screen can settle in this way again.
  fileprivate var canComeAgain: Bool {
    switch self {
    case .stepCompleted, .stepFailed: true
    default: false
    }
  }
}
