public import FlowState

extension FlowStep {
  /// Creates a step that shows a screen.
  ///
  /// Each time the step starts, it creates a screen and passes it to the presenter. The screen completes the step. If
  /// the user leaves the screen, the step completes without a result. If the screen can't be created or shown, the step
  /// fails. If the step is cancelled, the presenter removes the screen.
  ///
  /// Use it for a screen of any system:
  ///
  /// ```swift
  /// let name = FlowStep(identifier: "Name", presenting: { _ in NameScreen() }, on: presenter)
  /// name.setCompletion { _, name in print(name ?? "The user left.") }
  /// ```
  ///
  /// - Parameters:
  ///   - content: The type of the step's content, which the compiler infers from the screen.
  ///   - result: The type of the step's result, which the compiler infers from the screen.
  ///   - identifier: The name of the step in errors and traces.
  ///   - screen: A closure that creates the screen. It is called on the run's queue each time the step starts. A screen
  ///     that is already finished isn't shown.
  ///   - presenter: The presenter that shows the screen.
  public convenience init<Screen: FlowStepScreen>(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    presenting screen: @escaping (_ step: FlowStep) throws -> Screen, on presenter: any ScreenPresenter
  ) where Screen.Content == Content, Screen.StepResult == Result {
    self.init(content, result, identifier: identifier) { step in
      do {
        let screen = try screen(step)
        screen.receive(step.content)
        if !screen.isFinished { step.show(screen, on: presenter) }
        return screen.handler
      } catch {
        let handler = FlowStepHandler(content, result)
        handler.fail(error)
        return handler
      }
    }
    isStop = true
  }

  /// Shows the screen while the step starts.
  private func show<Screen: FlowStepScreen>(_ screen: Screen, on presenter: any ScreenPresenter)
  where Screen.Content == Content, Screen.StepResult == Result {
    // The step reports the initial content again, which the screen has already received.
    var isStarting = true
    // Weak, because only the presenter may retain the screen and the closure for its reports. Releasing both abandons
    // the step.
    let update = { [weak screen] (content: Content?) -> Void in
      if isStarting { isStarting = false } else { screen?.receive(content) }
    }
    let shown = presenter.show(screen, in: RunAccess(self)) { outcome in
      switch outcome {
      case .success(.finished): break
      case .success: screen.leave()
      case .failure(let error): screen.fail(error)
      }
    }
    screen.handler.connect(contentUpdate: update) { [weak screen] in
      screen?.cancel()
      shown.end()
    }
  }
}
