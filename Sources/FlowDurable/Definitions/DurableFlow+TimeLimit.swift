import FlowChains
import FlowState

extension DurableFlow {
  /// Returns a copy of the flow whose runs have a time limit, from their start, on the clock of the store.
  ///
  /// When the time is over, a wait ends at once. A step that is at work is cancelled at the next heartbeat of its worker,
  /// within a third of the lease. If the step declares how to undo interrupted work, its work is undone with the run. A
  /// parked run stays parked: the limit applies when it is retried. When a run that has failed or was cancelled is
  /// retried or goes back, a new limit begins at that time; with the old one, the run could end at once.
  ///
  /// If you change the limit, it also applies to stored runs, each from its next record. A run that waits has stored the
  /// time at which it wakes. A new or shorter limit applies when the run wakes, or earlier if it receives a message or a
  /// command: ``DurableRun/retry()`` wakes a run that waits, and changes nothing else unless the run pauses between two
  /// attempts of a step. With a longer limit, the run wakes when the earlier limit passes, and waits again.
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
