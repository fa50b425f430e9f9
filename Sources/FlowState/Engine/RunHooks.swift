/// The hooks that a test attaches to the runs of a flow: a script that answers for steps, and a watch that records objects.
///
/// A run has hooks only in a test. Otherwise, each check costs one comparison with nil.
package final class RunHooks: Sendable {
  package let script: (any StepScript)?
  package let watch: (any LifeWatch)?

  package init(script: (any StepScript)?, watch: (any LifeWatch)?) {
    self.script = script
    self.watch = watch
  }

  /// Returns the hooks of a run: those of its flow, completed by those of the enclosing run.
  static func merged(_ own: RunHooks?, under host: RunHooks?) -> RunHooks? {
    guard let own, let host else { return own ?? host }
    return RunHooks(script: own.script ?? host.script, watch: own.watch ?? host.watch)
  }
}

/// Records the objects of a run, to check which of them outlive it. Must not keep them alive.
package protocol LifeWatch: Sendable {
  /// Called when a run is started, on the thread that starts it.
  func started(_ run: FlowRunID)
  /// Called on the run's queue when a run has ended, before its owner is notified.
  func ended(_ run: FlowRunID)
  /// Called on the run's queue when one of the run's closures has made a step.
  func made(_ step: AnyFlowStep)
  /// Called on the run's queue when a handler is attached to a start of a step.
  func attached(_ handler: AnyFlowStepHandler, to step: AnyFlowStep)
}
