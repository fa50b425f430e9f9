public import FlowState

extension StepFlowView {
  /// Makes a flow step that shows a list of steps: its content is the steps, its result the steps with their progress.
  ///
  /// The step completes when the last step of the list does; a list that is finished from the start is not presented.
  /// New content replaces the steps. Timers are measured by the clock of the run, and finish on its queue.
  ///
  /// A list that is left by ``abandon()`` completes the step without a result. Then, and when the step is cancelled, the
  /// steps with their progress become the step's content, so that it goes on from there when it is started again. Whoever
  /// lets go of the list without a word abandons the step, which fails.
  ///
  /// ```swift
  /// let cook = StepFlowView.flowStep(identifier: "Cook") { view in
  ///   view.observe { [unowned view] _ in save(view.snapshot()) }
  ///   screen.show(view)
  /// }
  /// cook.content = try Step.list(from: data)
  /// cook.setCompletion { _, steps in print(steps == nil ? "to be continued" : "done") }
  /// ```
  ///
  /// - Parameters:
  ///   - identifier: The name of the step in errors and traces.
  ///   - notifications: Receives the notifications of the timers, on the run's queue; nil for nobody.
  ///   - present: Receives the list each time the step starts, on the run's queue, and keeps it as long as it is shown.
  /// - Returns: The step.
  public static func flowStep(
    identifier: String, notifications: (any StepNotifications)? = nil,
    present: @escaping (_ view: StepFlowView) -> Void
  ) -> FlowStep<[Step], [Step]> {
    FlowStep(identifier: identifier) { step in
      guard let run = RunAccess() else { return nil }
      let steps = step.content ?? []
      let view = StepFlowView(steps: steps, clock: run.clock, notifications: notifications)
      let handler = FlowStepHandler([Step].self, [Step].self)
      if view.isFinished {
        handler.complete(steps)
      } else {
        view.host = StepFlowHost(of: view, made: steps, for: step, reportingTo: handler, in: run)
        present(view)
      }
      return handler
    }
  }
}
