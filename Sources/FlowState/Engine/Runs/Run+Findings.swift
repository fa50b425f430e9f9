/// The findings of a run that has come to rest.
extension Run {
  /// Reports the findings. Called at rest, while the steps exist, and only if an observer wants findings.
  func reportFindings() {
    guard let findings, let last = findings.last else { return }
    let unmade = findings.takeExpected()
    report(unmade.map { .stepNotStarted($0) }, at: last.name)
    let others = isOpen ? [] : stepsThatNothingReaches(after: last).filter { !unmade.contains($0) }
    if !others.isEmpty { report([.nothingFollowed(others)], at: last.name) }
    if let type = findings.missingResult { report([.resultNotSet(type)], at: last.name) }
  }

  private func report(_ kinds: [FlowFinding.Kind], at step: String) {
    for kind in kinds { observers.receive(FlowFinding(kind, run: id, step: step, time: sharedClock.now)) }
  }

  /// Returns the names of the builder's steps that have never started and should probably have followed the last one.
  ///
  /// The step at which a flow is meant to end can look the same, but it rarely has a result that nothing receives. If
  /// no step that has started had a closure that could choose the next one, the other steps weren't left out by choice.
  private func stepsThatNothingReaches(after last: FindingLog.LastStep) -> [String] {
    guard !last.hasReceiver else { return [] }
    var started: Set<String> = []
    var others: [String] = []
    var hasChoice = false
    for step in steps.built {
      if step.hasStarted {
        started.insert(step.identifier)
        if step.hasReceiver { hasChoice = true }
      } else {
        others.append(step.identifier)
      }
    }
    guard last.yieldsResult || !hasChoice else { return [] }
    var seen = started
    return others.reversed().filter { seen.insert($0).inserted }
  }
}
