public import FlowScreens
public import FlowState

extension ScreenSession: ScreenPresenter {
  /// Shows a screen from a closure of a run, such as the intent of a step, and returns immediately.
  ///
  /// The session uses the screen on the run's queue. The run doesn't end before the screen does. To create a step that
  /// only shows a screen, use `FlowStep(identifier:presenting:on:)` of FlowScreens.
  ///
  /// ```swift
  /// let menu = FlowStep(Any.self, String.self, identifier: "Menu") { step in
  ///   let handler = FlowStepHandler(Any.self, String.self)
  ///   let screen = MenuScreen()
  ///   let shown = session.show(screen, in: RunAccess(step)) { _ in handler.complete(screen.choice) }
  ///   step.onCancel { shown.end() }
  ///   return handler
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - screen: The screen. The session retains it until it has ended.
  ///   - run: The run.
  ///   - ended: A closure that receives the way in which the screen ended, or an ``OutputFailure`` if it can't be
  ///     shown. It is called on the run's queue. It isn't called after `end()` of the returned value.
  /// - Returns: A value that removes the screen.
  @discardableResult
  public func show(
    _ screen: any FlowScreen, in run: RunAccess,
    ended: @escaping (_ outcome: Result<ScreenEnding, any Error>) -> Void
  ) -> ShownScreen {
    var cancel: (() -> Void)?
    let shown = ShownScreen { cancel.take()?() }
    cancel = run.perform {
      do {
        let ending = try await self.run(screen)
        if !shown.isEnded { ended(.success(ending)) }
      } catch {
        if !shown.isEnded { ended(.failure(error)) }
      }
    }
    return shown
  }
}
