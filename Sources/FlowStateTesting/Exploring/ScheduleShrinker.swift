/// Shortens and simplifies a schedule as long as it fails in the same way.
///
/// The shrinker removes choices, large parts first. It then replaces the remaining choices with `deliver`, and lets events
/// happen in their first way.
struct ScheduleShrinker {
  /// The maximum number of schedules to try.
  var trialLimit = 2_000
  /// Returns whether a schedule still fails in the same way.
  let fails: (FlowSchedule) -> Bool

  private var trials = 0

  init(fails: @escaping (FlowSchedule) -> Bool) {
    self.fails = fails
  }

  mutating func shrink(_ schedule: FlowSchedule) -> FlowSchedule {
    var best = schedule
    var before: FlowSchedule
    repeat {
      before = best
      dropParts(of: &best)
      simplifyChoices(of: &best)
    } while best != before && trials < trialLimit
    return best
  }

  private mutating func dropParts(of best: inout FlowSchedule) {
    var size = best.choices.count
    while size > 0 {
      // From the end, because the plain order most easily replaces the last choices.
      var end = best.choices.count
      while end > 0 {
        let start = max(0, end - size)
        var shorter = best
        shorter.choices.removeSubrange(start..<end)
        adopt(shorter, as: &best)
        end = start
      }
      size /= 2
    }
  }

  private mutating func simplifyChoices(of best: inout FlowSchedule) {
    for index in best.choices.indices where best.choices[index] != .deliver {
      for plainer in best.choices[index].plainer {
        var candidate = best
        candidate.choices[index] = plainer
        adopt(candidate, as: &best)
      }
    }
  }

  private mutating func adopt(_ candidate: FlowSchedule, as best: inout FlowSchedule) {
    guard trials < trialLimit else { return }
    trials += 1
    if fails(candidate) { best = candidate }
  }
}

extension FlowSchedule.Choice {
  /// The choices that are easier to read than this one, the best last.
  fileprivate var plainer: [FlowSchedule.Choice] {
    var plainer: [FlowSchedule.Choice] = []
    if case .event(let name, let occurrence, _?) = act {
      plainer.append(FlowSchedule.Choice(.event(name, occurrence, way: nil), at: moment))
    }
    if case .timer(let number) = act, number > 1 { plainer.append(FlowSchedule.Choice(.timer(1), at: moment)) }
    if moment != nil { plainer.append(FlowSchedule.Choice(act)) }
    return plainer + [.deliver]
  }
}
