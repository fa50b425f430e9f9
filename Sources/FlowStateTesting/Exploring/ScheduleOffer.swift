/// The things that can happen at one moment.
struct ScheduleOffer {
  /// One of the things that can happen.
  enum Pick: Equatable {
    case deliver
    case event(index: Int, way: Int)
    case timer
    case cancel
  }

  var canDeliver = false
  var events: [PendingEvents.Event] = []
  var hasTimer = false
  var canCancel = false
  /// A Boolean value that indicates whether the run waits for something that never happens, so that only cancellation ends it.
  var needsCancel = false

  /// Returns the pick for a choice, or nil if the choice can't happen now.
  func pick(for choice: FlowSchedule.Choice) -> Pick? {
    switch choice {
    case .deliver: return canDeliver ? .deliver : nil
    case .timer: return hasTimer ? .timer : nil
    case .cancel: return canCancel ? .cancel : nil
    case .event(let name, let occurrence, let way):
      guard let index = events.firstIndex(where: { $0.occurrence == occurrence && $0.name == name }) else { return nil }
      guard let way else { return .event(index: index, way: 0) }
      return events[index].ways.firstIndex(of: way).map { .event(index: index, way: $0) }
    }
  }

  /// The next pick in the plain order: first a message on the queue, then the oldest event, then the next timer.
  ///
  /// An event takes its ways in turn, so that a flow that asks repeatedly reaches the answer that ends it.
  var plainPick: Pick? {
    if canDeliver { return .deliver }
    if let event = events.first { return .event(index: 0, way: (event.occurrence - 1) % event.wayCount) }
    if hasTimer { return .timer }
    return canCancel && needsCancel ? .cancel : nil
  }

  /// Returns the choice with which a schedule names a pick.
  func choice(for pick: Pick) -> FlowSchedule.Choice {
    switch pick {
    case .deliver: .deliver
    case .timer: .timer
    case .cancel: .cancel
    case .event(let index, let way): events[index].choice(way)
    }
  }
}
