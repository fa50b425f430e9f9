/// What a test attaches to the runs of a flow: answers for their steps, and who takes note of what they make.
///
/// A run has none unless it is tested; wherever the engine would ask, it pays one comparison with nil.
package final class RunHooks: Sendable {
  package let script: (any StepScript)?
  package let watch: (any LifeWatch)?

  package init(script: (any StepScript)?, watch: (any LifeWatch)?) {
    self.script = script
    self.watch = watch
  }

  /// The hooks of a run: its flow's, and what that does not say, the run's around it.
  static func merged(_ own: RunHooks?, under host: RunHooks?) -> RunHooks? {
    guard let own, let host else { return own ?? host }
    return RunHooks(script: own.script ?? host.script, watch: own.watch ?? host.watch)
  }
}

/// Takes note of what a run makes, to see what is left of it when it has ended. Must not keep any of it alive.
package protocol LifeWatch: Sendable {
  /// A run was started. Called on the thread that starts it.
  func started(_ run: FlowRunID)
  /// A run has ended, which its owner hears of next. Called on the run's queue.
  func ended(_ run: FlowRunID)
  /// A step was made by one of the run's closures. Called on the run's queue.
  func made(_ step: AnyFlowStep)
  /// A handler was attached to a start of a step. Called on the run's queue.
  func attached(_ handler: AnyFlowStepHandler, to step: AnyFlowStep)
}
