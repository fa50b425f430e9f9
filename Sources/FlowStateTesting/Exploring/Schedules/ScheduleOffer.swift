import FlowState

/// The acts that are possible at one moment.
///
/// An offer is created for each choice, so it counts the possible acts instead of listing them.
package struct ScheduleOffer {
  /// A possible act.
  package enum Pick: Equatable {
    /// Lets nothing happen during the start of a step.
    case proceed
    /// Delivers a message of a queue, given by its number.
    case deliver(Int)
    case event(id: Int, way: Int)
    /// Advances the clock to a timer, given by its position among the waiting timers.
    case timer(Int)
    /// Cancels a run, given by its number.
    case cancel(Int)
  }

  /// The current start of a step; nil if no code of a run executes.
  var moment: FlowSchedule.Choice.Moment?
  /// The numbers of the queues with messages, without those that are executing.
  package var queues: [Int] = []
  package var events = PendingEvents()
  /// The event that answers the step that starts.
  var ownEvent: Int?
  /// The waiting timers, in the order of their times.
  package var timers: [StageTimers.Timer] = []
  /// The numbers of the runs that can be cancelled.
  var runs: [Int] = []
  /// The numbers of the runs that wait for an event that never happens, so that only cancellation ends them.
  var needsCancel: [Int] = []
  /// The numbers of the last event and the last timer that the schedule still waits for after the end of its runs.
  var lastAwaited: (event: Int, timer: Int) = (.max, .max)
  /// The numbers of the last event and the last timer that were offered earlier at the end of the same work.
  var lastOffered: (event: Int, timer: Int) = (0, 0)

  /// Creates an offer of nothing.
  package init() {}

  /// Returns the pick for a choice; nil if the choice can't happen now.
  func pick(for choice: FlowSchedule.Choice) -> Pick? {
    guard choice.moment == moment else { return nil }
    switch choice.act {
    case .deliver(let queue): return queues.contains(queue) ? .deliver(queue) : nil
    case .timer(let number): return timers.count >= number ? .timer(number - 1) : nil
    case .cancel(let run): return runs.contains(run) ? .cancel(run) : nil
    case .event(let name, let occurrence, let way):
      guard let event = events.event(name, occurrence) else { return nil }
      guard let way else { return .event(id: event.id, way: 0) }
      return event.ways.firstIndex(of: way).map { .event(id: event.id, way: $0) }
    case .crash: return nil
    }
  }

  /// Returns whether a choice that can't happen now can become possible.
  func canAwait(_ choice: FlowSchedule.Choice) -> Bool {
    if choice.moment != nil { return true }
    switch choice.act {
    // In the plain order, deliveries come first, and a run can be cancelled from its start.
    case .deliver, .cancel, .crash: return false
    case .timer: return true
    // If the event exists, but can't happen in this way, it never can.
    case .event(let name, let occurrence, _): return events.event(name, occurrence) == nil
    }
  }

  /// The next pick in the plain order: first a message on a queue, then the oldest event, then the next timer.
  ///
  /// An event uses its ways in turn, so that a flow that asks repeatedly receives the answer that ends it.
  var plainPick: Pick? {
    if moment != nil { return .proceed }
    if let queue = queues.first { return .deliver(queue) }
    if let event = events.firstMandatory, event.id <= lastAwaited.event {
      return .event(id: event.id, way: (event.occurrence - 1) % event.wayCount)
    }
    if let first = timers.first(where: { $0.isOfRun || $0.number <= lastAwaited.timer }) {
      // Timers due at the same time are called in the order in which they were scheduled.
      return timers.firstIndex { $0.number == first.number }.map { .timer($0) }
    }
    return needsCancel.first.map { .cancel($0) }
  }

  /// Returns the choice with which a schedule describes a pick.
  package func choice(for pick: Pick) -> FlowSchedule.Choice {
    let act: FlowSchedule.Choice.Act =
      switch pick {
      case .proceed: trap("A schedule doesn't name what doesn't happen.")
      case .deliver(let queue): .deliver(queue: queue)
      case .timer(let position): .timer(position + 1)
      case .cancel(let run): .cancel(run: run)
      case .event(let id, let way):
        if let event = events[id] { event.act(way) } else { trap("A schedule names an event that doesn't wait.") }
      }
    return FlowSchedule.Choice(act, at: moment)
  }
}
