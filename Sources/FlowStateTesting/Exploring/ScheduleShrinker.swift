/// Shortens and simplifies a schedule as long as it fails in the same way.
///
/// The shrinker removes choices, large parts first. It then replaces the remaining choices with `deliver`, and lets
/// events happen in their first way. Its caller plays each candidate, and adopts those that still fail.
package struct ScheduleShrinker {
  /// The simplest schedule that fails.
  package private(set) var best: FlowSchedule
  /// The maximum number of schedules to try.
  private let trialLimit: Int
  private var trials = 0
  /// The schedule at the beginning of the round.
  private var before: FlowSchedule
  private var phase: Phase
  private var candidate: FlowSchedule?

  /// The next attempt of a round.
  private enum Phase {
    /// Dropping parts of this size, beginning at the end, because the plain order can most easily replace the last
    /// choices.
    case dropping(size: Int, end: Int)
    /// Replacing a choice with simpler ones.
    case simplifying(index: Int, plainer: ArraySlice<FlowSchedule.Choice>)
  }

  package init(_ schedule: FlowSchedule, trialLimit: Int = 2_000) {
    best = schedule
    before = schedule
    self.trialLimit = trialLimit
    phase = .dropping(size: schedule.choices.count, end: schedule.choices.count)
  }

  /// Returns the next schedule to play; nil if there is none.
  package mutating func next() -> FlowSchedule? {
    guard trials < trialLimit else { return nil }
    candidate = nextCandidate()
    if candidate != nil { trials += 1 }
    return candidate
  }

  /// Continues from the schedule that ``next()`` returned, because it fails in the same way.
  package mutating func adopt() {
    if let candidate { best = candidate }
  }

  private mutating func nextCandidate() -> FlowSchedule? {
    while true {
      switch phase {
      case .dropping(0, _): beginSimplifying(at: 0)
      case .dropping(let size, 0): phase = .dropping(size: size / 2, end: best.choices.count)
      case .dropping(let size, let end):
        let start = max(0, end - size)
        phase = .dropping(size: size, end: start)
        var shorter = best
        shorter.choices.removeSubrange(start..<end)
        return shorter
      case .simplifying(let index, var plainer):
        guard best.choices.indices.contains(index) else {
          guard best != before else { return nil }
          before = best
          phase = .dropping(size: best.choices.count, end: best.choices.count)
          continue
        }
        guard let choice = plainer.popFirst() else {
          beginSimplifying(at: index + 1)
          continue
        }
        phase = .simplifying(index: index, plainer: plainer)
        var simpler = best
        simpler.choices[index] = choice
        return simpler
      }
    }
  }

  private mutating func beginSimplifying(at index: Int) {
    let choice = best.choices.indices.contains(index) ? best.choices[index] : .deliver
    phase = .simplifying(index: index, plainer: choice == .deliver ? [] : choice.plainer[...])
  }
}

extension FlowSchedule.Choice {
  /// The choices that are simpler than this one, the simplest last.
  fileprivate var plainer: [FlowSchedule.Choice] {
    var plainer: [FlowSchedule.Choice] = []
    switch act {
    case .event(let name, let occurrence, _?):
      plainer.append(FlowSchedule.Choice(.event(name, occurrence, way: nil), at: moment))
    case .timer(let number) where number > 1: plainer.append(FlowSchedule.Choice(.timer(1), at: moment))
    // Without its crash, a process would be removed.
    case .crash(let point): return point.plainer.map { FlowSchedule.Choice(.crash($0)) }
    case .deliver, .timer, .cancel, .event: break
    }
    if let moment, moment.isAtEnd { plainer.append(FlowSchedule.Choice(act).at(moment.step, moment.start)) }
    if moment != nil { plainer.append(FlowSchedule.Choice(act)) }
    return plainer + [.deliver]
  }
}
