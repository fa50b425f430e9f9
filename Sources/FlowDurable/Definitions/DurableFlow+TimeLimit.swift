import FlowState

extension DurableFlow {
  /// Returns a copy of the flow whose runs have a time limit, from their start, on the clock of the store.
  ///
  /// A wait ends when the time is over. Work that is at work then is cancelled at the next heartbeat of its worker, within a
  /// third of the lease; a step that undoes such work undoes it with the run. A run that is parked keeps its place: the
  /// limit applies when it is retried. A change of the limit applies to stored runs, too.
  ///
  /// - Parameters:
  ///   - limit: The time; more than zero.
  ///   - end: What happens then.
  /// - Returns: The flow.
  public func limited(to limit: Duration, then end: RunTimeLimitEnd = .fails) -> DurableFlow {
    requireUse(limit > .zero, "Flow '\(identifier)' has a time limit of \(limit); it must be more than zero.")
    if case .goTo(let name) = end {
      for chain in definition.chains {
        guard let step = chain.steps.first(where: { $0.identifier == name }) else {
          trap(
            "The time limit of flow '\(identifier)' leads to step '\(name)', which chain '\(chain.identifier)' doesn't have."
          )
        }
        requireUse(
          step.content?.accepts(FlowValueType(of: FlowError.self)) ?? true,
          "The time limit of flow '\(identifier)' leads to step '\(name)', which takes \(step.content?.name ?? "") and not FlowError."
        )
      }
    }
    var flow = self
    flow.definition.rules.timeLimit = RunTimeLimit(duration: limit, end: end)
    return flow
  }
}
