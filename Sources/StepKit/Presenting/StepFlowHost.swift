import FlowState

/// Connects a list of steps to the flow step that shows it.
///
/// The host watches the timers with the run's clock, and completes the flow step.
///
/// The list retains the host, and the host retains the handler. When the list is released, the flow step ends as
/// abandoned.
final class StepFlowHost {
  private weak var view: StepFlowView?
  private weak var step: FlowStep<[Step], [Step]>?
  private let handler: FlowStepHandler<[Step], [Step]>
  private let run: RunAccess?
  /// The content from which the list was created. Nil once the run has reported its first content.
  private var content: [Step]?
  private var deadline: Duration?
  private var cancelAlarm: (() -> Void)?

  /// Connects an unfinished list. Without a run, only the presenter of the screen notices that time passes.
  init(
    of view: StepFlowView, for step: FlowStep<[Step], [Step]>?, reportingTo handler: FlowStepHandler<[Step], [Step]>,
    in run: RunAccess?
  ) {
    self.view = view
    content = view.steps
    self.step = step
    self.handler = handler
    self.run = run
  }

  deinit {
    cancelAlarm?()
  }

  /// Handles a change of the list.
  func handle(_ change: StepFlowChange) {
    guard let view else { return }
    if change == .finished, view.isFinished {
      let steps = view.steps
      close()
      handler.complete(steps)
    } else {
      watchDeadline()
    }
  }

  /// Completes the flow step without a result, because the user left the list.
  func leave() {
    keepProgress()
    close()
    handler.complete(nil)
  }

  /// Fails the flow step, because the presenter can't show the list.
  func fail(_ error: any Error) {
    keepProgress()
    close()
    handler.fail(error)
  }

  /// Stops the list, because the flow step is cancelled.
  func cancel() {
    view?.pauseForGood()
    keepProgress()
    close()
  }

  /// Receives new content of the flow step. The first content is usually the one from which the list was created.
  func receive(_ content: [Step]?) {
    if let made = self.content.take() {
      // The list is kept, with its progress, if the content is the one from which it was created.
      guard let content, made.map(\.json) != content.map(\.json) else { return }
    }
    view?.replace(content ?? [])
  }

  /// Stores the progress as the content of the flow step. The next start of the flow step continues from it.
  private func keepProgress() {
    // The step reports the new content to the list, which ignores it because it is abandoned.
    if let view { step?.content = view.steps }
  }

  /// Disconnects the list. The run and the observers receive no further changes.
  private func close() {
    stopWatching()
    view?.host = nil
    view?.observers.removeAll()
  }

  // MARK: Time

  private func watchDeadline() {
    guard view?.nextDeadline != deadline || cancelAlarm == nil else { return }
    stopWatching()
    guard let run, let view, let deadline = view.nextDeadline else { return }
    self.deadline = deadline
    // The clock may have advanced since the list read it.
    let delay = max(deadline - run.clock.now, .nanoseconds(1))
    cancelAlarm = run.schedule(after: delay) { [weak self] in self?.fire() }
  }

  private func fire() {
    cancelAlarm = nil
    deadline = nil
    view?.settle()
    // A clock can call slightly too early.
    watchDeadline()
  }

  private func stopWatching() {
    cancelAlarm?()
    cancelAlarm = nil
    deadline = nil
  }
}
