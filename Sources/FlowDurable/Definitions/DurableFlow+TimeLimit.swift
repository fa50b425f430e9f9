import FlowChains
import FlowState

extension DurableFlow {
  /// Returns a copy of the flow whose runs have a time limit, from their start, on the clock of the store.
  ///
  /// A wait ends when the time is over. Work that is at work then is cancelled at the next heartbeat of its worker, within a
  /// third of the lease; a step that undoes such work undoes it with the run. A run that is parked keeps its place: the
  /// limit applies when it is retried. When a run that has failed or was cancelled is retried or goes back, a new limit
  /// begins, with the time of that record: with the old one, the run could end at once.
  ///
  /// A change of the limit applies to stored runs, too, from their next record. A run that rests has recorded when it
  /// wakes, so a limit that is new or shorter than before reaches it then, or with a message or command before.
  /// ``DurableRun/retry()`` wakes a run that waits, and changes nothing else unless the run pauses between two attempts of
  /// a step. A limit that is longer than before reaches it when the earlier one passes, and the run rests again.
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
