/// A type with which a test answers for the steps of a run, or records the objects that a run makes.
///
/// Every requirement has a default implementation that does nothing. The one of the refusal is in FlowStateTesting, which
/// has its error.
package protocol RunProbe: Sendable {
  /// Answers the start of a step in place of the step's own work; nil lets the step work. Called on the run's queue.
  func answer(toStartOf step: String) -> StepAnswer?

  /// Answers the start of a step. For probes that need more than the name of the step.
  func answer(toStartOf step: AnyFlowStep) -> StepAnswer?

  /// Returns the error with which a step fails because the probe has answered it with a result of another type. Called on
  /// the thread that gives the answer.
  ///
  /// - Parameters:
  ///   - result: The type of the result.
  ///   - expected: The type of the step's results; nil if the step completes without a result.
  ///   - step: The name of the step.
  /// - Returns: The error.
  func refusal(of result: Any.Type, inPlaceOf expected: Any.Type?, by step: String) -> any Error

  /// Called on the run's queue when the start of a step for which the probe could answer has returned. By then, the
  /// step's work has executed and, if the work is done, also the completion closure.
  func returned(fromStartOf step: AnyFlowStep)

  /// Returns the queue on which the parts of a durable run execute; nil to give each part a queue of its own.
  func queueOfParts() -> (any FlowQueue)?

  /// Returns the executor for the tasks of a worker; nil for the executor that Swift chooses.
  func executorOfWorker() -> (any TaskExecutor)?

  /// Called on any thread when a durable run starts to undo a visit with the function of its step.
  func undoes(_ visit: DeclaredVisit)

  /// Returns the queue that replaces the queue of a nested flow; nil to use the flow's own.
  func queue(replacing queue: any FlowQueue) -> (any FlowQueue)?

  /// Called when a run starts, on the thread that starts it.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - isBusy: Returns whether something is under way or waits on the queue of the run. The probe can call it at any time, on any
  ///     thread.
  func started(_ run: FlowRunID, isBusy: @escaping @Sendable () -> Bool)

  /// Called on the run's queue when a run has ended, before the run notifies its owner.
  func ended(_ run: FlowRunID)

  /// Called on the run's queue when a closure of the run has made a step. Must not keep the step alive.
  func made(_ step: AnyFlowStep)

  /// Called on the run's queue when a step that a closure of the run has made gets another name. Must not keep the step
  /// alive.
  func renamed(_ step: AnyFlowStep, from name: String)

  /// Called when a run uses an object, which must not outlive the run: on the run's queue, or on the thread that starts
  /// the run. Must not keep the object alive.
  func uses(_ object: AnyObject, as name: String)

  /// Called on the run's queue when a start of a step has a handler. Must not keep the handler alive.
  func attached(_ handler: AnyFlowStepHandler, to step: AnyFlowStep)
}

extension RunProbe {
  package func answer(toStartOf step: String) -> StepAnswer? { nil }
  package func answer(toStartOf step: AnyFlowStep) -> StepAnswer? { answer(toStartOf: step.identifier) }
  package func returned(fromStartOf step: AnyFlowStep) {}
  package func queueOfParts() -> (any FlowQueue)? { nil }
  package func executorOfWorker() -> (any TaskExecutor)? { nil }
  package func undoes(_ visit: DeclaredVisit) {}
  package func queue(replacing queue: any FlowQueue) -> (any FlowQueue)? { nil }
  package func started(_ run: FlowRunID, isBusy: @escaping @Sendable () -> Bool) {}
  package func ended(_ run: FlowRunID) {}
  package func uses(_ object: AnyObject, as name: String) {}
  package func made(_ step: AnyFlowStep) {}
  package func renamed(_ step: AnyFlowStep, from name: String) {}
  package func attached(_ handler: AnyFlowStepHandler, to step: AnyFlowStep) {}
}

/// The probes of a run. A run has probes only in a test. Otherwise, each check costs one comparison with nil.
package final class RunProbes: Sendable {
  /// The probe that answers for steps.
  package let script: (any RunProbe)?
  /// The probe that records the objects that the run makes.
  package let watch: (any RunProbe)?
  /// The observer that receives the events of the runs, in addition to the observers of their flows.
  package let observer: (any FlowObserver)?

  package init(script: (any RunProbe)?, watch: (any RunProbe)?, observer: (any FlowObserver)? = nil) {
    self.script = script
    self.watch = watch
    self.observer = observer
  }

  /// Returns the probes of a run: those of its flow, completed by those of the enclosing run.
  static func merged(_ own: RunProbes?, under host: RunProbes?) -> RunProbes? {
    guard let own, let host else { return own ?? host }
    return RunProbes(
      script: own.script ?? host.script, watch: own.watch ?? host.watch, observer: own.observer ?? host.observer)
  }
}
