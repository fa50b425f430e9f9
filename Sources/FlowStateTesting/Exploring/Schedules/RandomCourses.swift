/// Picks uniformly, with a seed.
package struct SeededCourse {
  var generator: SeededGenerator
  var interruptions: RandomInterruptions
  /// The likelihood of each kind of choice. The weights differ between seeds, so that cancellation comes early, late,
  /// or never, and time passes slowly or fast.
  private let deliverWeight: UInt64
  private let timerWeight: UInt64
  private let cancelWeight: UInt64
  private static let eventWeight: UInt64 = 16

  init(_ dice: UInt64, _ generator: SeededGenerator) {
    self.generator = generator
    deliverWeight = [16, 64][Int(dice & 1)]
    timerWeight = [2, 16][Int(dice >> 1 & 1)]
    cancelWeight = [0, 1, 4, 16][Int(dice >> 2 & 3)]
    interruptions = RandomInterruptions(dice >> 4)
  }

  mutating func pick(from offer: ScheduleOffer) -> ScheduleOffer.Pick? {
    if offer.moment != nil { return interruptions.pick(from: offer, with: &generator) }
    // Mandatory events keep a schedule going. Optional events don't.
    guard let plain = offer.plainPick else { return optionalPick(from: offer) }
    let deliver = deliverWeight * UInt64(offer.queues.count)
    let events = UInt64(offer.events.count(of: .events)) * Self.eventWeight
    let timer = offer.timers.isEmpty ? 0 : timerWeight
    guard deliver + events + timer > 0 else { return plain }
    let cancel = cancelWeight * UInt64(offer.runs.count)
    var dice = generator.draw(below: deliver + events + timer + cancel)
    if dice < deliver { return .deliver(offer.queues[Int(dice / deliverWeight)]) }
    dice -= deliver
    if dice < events { return way(of: Int(dice / Self.eventWeight), in: offer) }
    if dice - events < timer {
      // Usually the next timer. The others are later, or due at the same time.
      let isNext = generator.draw(below: 4) != 0
      return .timer(isNext ? 0 : Int(generator.draw(below: UInt64(offer.timers.count))))
    }
    return .cancel(offer.runs[Int((dice - events - timer) / cancelWeight)])
  }

  private mutating func way(of place: Int, in offer: ScheduleOffer) -> ScheduleOffer.Pick {
    generator.drawWay(of: offer.events.find(place, of: .events).id, in: offer)
  }

  /// Returns one of the remaining optional events; nil for the end of the schedule.
  private mutating func optionalPick(from offer: ScheduleOffer) -> ScheduleOffer.Pick? {
    let optional = offer.events.all.filter(\.isOptional)
    guard !optional.isEmpty, generator.draw(below: 2) == 0 else { return nil }
    return generator.drawWay(of: optional[Int(generator.draw(below: UInt64(optional.count)))].id, in: offer)
  }
}

/// Picks the act with the highest priority. Each event, timer, and delivery gets a random priority when it becomes
/// possible.
///
/// An event with a low priority comes after all other events, however many there are. With uniform picks, that becomes
/// less likely with each pick. (This is the idea of probabilistic concurrency testing.)
package struct PrioritizedCourse {
  var generator: SeededGenerator
  var interruptions: RandomInterruptions
  private var events = EventPriorities()
  private var timers = Priorities()
  private var queues = Priorities()
  /// A Boolean value that indicates whether messages are delivered before anything else happens.
  private let deliversFirst: Bool
  /// A Boolean value that indicates whether each message has a priority of its own, instead of the priority of its
  /// queue.
  private let drawsForMessages: Bool
  /// The likelihood, out of 64, that a run is cancelled at a pick.
  private let cancelWeight: UInt64
  /// The likelihood, out of 64, that the next act is postponed to the end instead.
  private let changeWeight: UInt64

  init(_ dice: UInt64, _ generator: SeededGenerator) {
    self.generator = generator
    deliversFirst = dice & 1 == 0
    drawsForMessages = dice >> 8 & 3 == 0
    cancelWeight = [0, 0, 1, 4][Int(dice >> 1 & 3)]
    changeWeight = [0, 0, 1, 4][Int(dice >> 3 & 3)]
    interruptions = RandomInterruptions(dice >> 5)
  }

  mutating func pick(from offer: ScheduleOffer) -> ScheduleOffer.Pick? {
    if offer.moment != nil { return interruptions.pick(from: offer, with: &generator) }
    guard let plain = offer.plainPick else { return nil }
    if !offer.runs.isEmpty, cancelWeight > 0, generator.draw(below: 64) < cancelWeight {
      return .cancel(offer.runs[Int(generator.draw(below: UInt64(offer.runs.count)))])
    }
    if deliversFirst, !offer.queues.isEmpty { return plain }
    guard let top = highest(in: offer) else { return plain }
    guard changeWeight > 0, generator.draw(below: 64) < changeWeight else { return top }
    postpone(top, in: offer)
    return highest(in: offer)
  }

  private mutating func highest(in offer: ScheduleOffer) -> ScheduleOffer.Pick? {
    var best: (priority: UInt64, pick: ScheduleOffer.Pick)?
    func consider(_ priority: UInt64, _ pick: ScheduleOffer.Pick) {
      if priority >= best?.priority ?? 0 { best = (priority, pick) }
    }
    for queue in offer.queues { consider(queues.priority(of: queue, with: &generator), .deliver(queue)) }
    if let (id, priority) = events.highest(in: offer.events, with: &generator) {
      consider(priority, .event(id: id, way: 0))
    }
    for (index, timer) in offer.timers.enumerated() {
      consider(timers.priority(of: timer.number, with: &generator), .timer(index))
    }
    switch best?.pick {
    case .deliver(let queue):
      if drawsForMessages { queues[queue] = nil }
      return .deliver(queue)
    case .event(let id, _):
      return generator.drawWay(of: id, in: offer)
    case let pick: return pick
    }
  }

  /// Gives a pick the lowest priority.
  private mutating func postpone(_ pick: ScheduleOffer.Pick, in offer: ScheduleOffer) {
    switch pick {
    case .deliver(let queue): queues[queue] = 0
    case .event(let id, _): events.postpone(id)
    case .timer(let position): timers[offer.timers[position].number] = 0
    case .cancel, .proceed: break
    }
  }
}

/// The random priorities of numbered things.
private struct Priorities {
  private var known: [Int: UInt64] = [:]

  subscript(number: Int) -> UInt64? {
    get { known[number] }
    set { known[number] = newValue }
  }

  mutating func priority(of number: Int, with generator: inout SeededGenerator) -> UInt64 {
    if let priority = known[number] { return priority }
    // Never zero, the priority of postponed things.
    let priority = generator.next() | 1
    known[number] = priority
    return priority
  }
}

/// Picks acts during some starts of steps.
struct RandomInterruptions {
  /// The likelihood of an interruption, out of 64.
  private let weight: UInt64

  init(_ dice: UInt64) {
    weight = [0, 0, 2, 12][Int(dice & 3)]
  }

  func strike(with generator: inout SeededGenerator) -> Bool {
    weight > 0 && generator.draw(below: 64) < weight
  }

  func pick(from offer: ScheduleOffer, with generator: inout SeededGenerator) -> ScheduleOffer.Pick? {
    // Acts that aren't about the step are rarer, because there can be many.
    let counts = offer.deviationCounts
    let count = generator.draw(below: 16) == 0 ? counts.total : counts.single
    let dice = Int(generator.draw(below: UInt64(count + 1)))
    return dice == 0 ? .proceed : offer.deviation(dice - 1)
  }
}

extension SeededGenerator {
  /// Returns an event with a random way.
  fileprivate mutating func drawWay(of id: Int, in offer: ScheduleOffer) -> ScheduleOffer.Pick {
    .event(id: id, way: Int(draw(below: UInt64(offer.events[id]?.wayCount ?? 1))))
  }

  /// Returns a random number from 0 to below a bound.
  fileprivate mutating func draw(below bound: UInt64) -> UInt64 {
    bound == 1 ? 0 : next() % bound
  }
}
