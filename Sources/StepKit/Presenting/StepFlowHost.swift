import FlowState

/// Ties a list of steps to the flow step that shows it: brings it the clock of the run, and the run what becomes of it.
///
/// The list holds the host, and the host the handler, so that the step ends as abandoned when the list is released.
final class StepFlowHost {
  private weak var view: StepFlowView?
  private weak var step: FlowStep<[Step], [Step]>?
  private let handler: FlowStepHandler<[Step], [Step]>
  private let run: RunAccess?
  /// What the list was made of, until the run hands it over as well.
  private var content: [Step]?
  private var deadline: Duration?
  private var callOff: (() -> Void)?

  /// Ties a list that is not finished. Without a run, only the presenter of its screen notices that time has passed.
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
    callOff?()
  }

  /// Hears of a change of the list.
  func hear(_ change: StepFlowChange) {
    guard let view else { return }
    if change == .finished, view.isFinished {
      let steps = view.steps
      close()
      handler.complete(steps)
    } else {
      watchDeadline()
    }
  }

  /// The list was abandoned by whoever shows it.
  func leave() {
    keepProgress()
    close()
    handler.complete(nil)
  }

  /// Whoever shows the list cannot show it any more.
  func fail(_ error: any Error) {
    keepProgress()
    close()
    handler.fail(error)
  }

  /// The step is cancelled.
  func cancel() {
    view?.pauseForGood()
    keepProgress()
    close()
  }

  /// The step has been given other content, or is handing over what it starts with.
  func receive(_ content: [Step]?) {
    if let made = self.content.take() {
      // What has been done with the list since it was made must not get lost.
      guard let content, made.map(\.json) != content.map(\.json) else { return }
    }
    view?.replace(content ?? [])
  }

  /// Makes the progress what the step starts with the next time.
  private func keepProgress() {
    // What comes back to the list by this is refused there: it is abandoned.
    if let view { step?.content = view.steps }
  }

  /// From now on the run is not told any more, and nobody of the run.
  private func close() {
    stopWatching()
    view?.host = nil
    view?.observers.removeAll()
  }

  // MARK: Time

  private func watchDeadline() {
    guard view?.nextDeadline != deadline || callOff == nil else { return }
    stopWatching()
    guard let run, let view, let deadline = view.nextDeadline else { return }
    self.deadline = deadline
    // The clock may have gone on since the list looked.
    let delay = max(deadline - run.clock.now, .nanoseconds(1))
    callOff = run.schedule(after: delay) { [weak self] in self?.ring() }
  }

  private func ring() {
    callOff = nil
    deadline = nil
    view?.settle()
    // A clock may call a little too early.
    watchDeadline()
  }

  private func stopWatching() {
    callOff?()
    callOff = nil
    deadline = nil
  }
}
