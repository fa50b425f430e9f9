import FlowState

extension ScheduleStage {
  /// Returns the violation for choices with names that don't exist on the stage; nil if there are none.
  ///
  /// Numbers aren't checked: a missing `Ask#2` may be the result of a corrected flow.
  func unknownNames(in choices: [FlowSchedule.Choice]) -> ScheduleViolation? {
    guard !choices.isEmpty else { return nil }
    let (kinds, steps) = withState { ($0.pending.kinds, $0.coverage.made) }
    let names = steps.union(kinds.keys)
    let sentences = choices.compactMap { choice -> String? in
      let subject = "The schedule's choice '\(choice)' never came:"
      if let step = choice.moment?.step, !steps.contains(step) {
        return "\(subject) no step is called '\(step)'; the steps are: \(Suggestion.list(steps, nearestTo: step))."
      }
      guard case .event(let name, _, let way) = choice.act else { return nil }
      if !names.contains(name) {
        return
          "\(subject) no step or event is called '\(name)'; the names are: \(Suggestion.list(names, nearestTo: name))."
      }
      guard let way, let ways = kinds[name]?.ways, !ways.contains(way) else { return nil }
      let list =
        ways.isEmpty ? "happens in one way, which has no name" : "has: \(Suggestion.list(ways, nearestTo: way))"
      return "\(subject) '\(name)' has no way '\(way)'; it \(list)."
    }
    guard !sentences.isEmpty else { return nil }
    return ScheduleViolation(.unknownChoice, sentences.joined(separator: " "))
  }
}
