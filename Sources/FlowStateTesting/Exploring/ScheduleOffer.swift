/// What can happen at one moment.
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
  /// Whether the run waits for something that never happens, so that only a cancel can end it.
  var needsCancel = false

  /// Finds what a choice stands for; nil if that cannot happen now.
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

  /// What happens in the plain order: what waits on the queue first, then the oldest event, then time passes.
  ///
  /// An event takes its ways in turn, so that a flow which asks again and again gets to the answer that ends it.
  var plainPick: Pick? {
    if canDeliver { return .deliver }
    if let event = events.first { return .event(index: 0, way: (event.occurrence - 1) % event.wayCount) }
    if hasTimer { return .timer }
    return canCancel && needsCancel ? .cancel : nil
  }

  /// The choice by which a schedule names a pick.
  func choice(for pick: Pick) -> FlowSchedule.Choice {
    switch pick {
    case .deliver: .deliver
    case .timer: .timer
    case .cancel: .cancel
    case .event(let index, let way): events[index].choice(way)
    }
  }
}
