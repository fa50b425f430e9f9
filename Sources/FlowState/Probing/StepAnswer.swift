/// What a step does whose start was answered.
package indirect enum StepAnswer: Sendable {
  /// It completes without a result.
  case noResult
  /// It completes with the value that the closure makes, on the run's queue.
  case result(@Sendable () -> Any)
  /// It fails.
  case failure(any Error)
  /// It waits for this time on the run's clock, and then does something else.
  case after(Duration, StepAnswer)
  /// It waits until its run, or its part of it, ends.
  case never
  /// It waits for whoever receives the reply; called on the run's queue.
  case deferred(@Sendable (_ reply: StepReply) -> Void)
}

/// The way to answer a step later, from any thread. It owns the step's handler: who lets go of it abandons the step.
package struct StepReply: Sendable {
  let handler: AnyFlowStepHandler
  let finish: UnsafeTransfer<(Any?) -> Void>

  package func complete(_ value: sending Any?) {
    finish.value(value)
  }

  package func fail(_ error: any Error) {
    handler.fail(error)
  }
}
