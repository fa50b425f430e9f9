/// The answer for the start of a step.
package indirect enum StepAnswer: Sendable {
  /// The step completes without a result.
  case noResult
  /// The step completes with the value that the closure returns. Called on the run's queue.
  case result(@Sendable () -> Any)
  /// The step fails.
  case failure(any Error)
  /// The step waits for this time on the run's clock, and then follows another answer.
  case after(Duration, StepAnswer)
  /// The step waits until its run, or its part of the run, ends.
  case never
  /// The step waits for a reply from the code that receives it. Called on the run's queue.
  case deferred(@Sendable (_ reply: StepReply) -> Void)
}

/// Answers for a step later, from any thread. It owns the step's handler, so releasing it without an answer abandons the step.
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
