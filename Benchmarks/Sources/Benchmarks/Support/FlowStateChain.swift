import FlowState

/// Links steps into a chain, the way the README does, which passes the value along and ends with the flow's result.
///
/// - Returns: The first step, which has the flow's content.
func link(
  _ steps: [FlowStep<Int, Int>], in scope: FlowScope<Int, Int>, ended: @escaping () -> Void = {}
) -> any Startable {
  for (step, next) in zip(steps, steps.dropFirst()) {
    step.setCompletion { step, value in
      next.content = value
      step.nextStep = next
    }
  }
  steps.last?.setCompletion { _, value in
    ended()
    scope.result = value
  }
  steps[0].content = scope.content
  return steps[0]
}
