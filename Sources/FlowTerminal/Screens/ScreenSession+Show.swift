public import FlowScreens
import FlowState

extension ScreenSession: ScreenPresenter {
  /// Shows a screen from within a closure of a run, such as the intent of a step, and returns at once.
  ///
  /// The screen is operated on the run's queue. The run does not end before the screen has. A step that shows a screen and does
  /// nothing else is made by `FlowStep(identifier:presenting:on:)` of FlowScreens.
  ///
  /// ```swift
  /// let menu = FlowStep(Any.self, String.self, identifier: "Menu") { step in
  ///   let handler = FlowStepHandler(Any.self, String.self)
  ///   let screen = MenuScreen()
  ///   let shown = session.show(screen) { _ in handler.complete(screen.choice) }
  ///   step.onCancel { shown.end() }
  ///   return handler
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - screen: The screen; it is kept until it has ended.
  ///   - ended: Receives how the screen ended, on the run's queue: an ``OutputFailure`` if it can't be shown. Not called after
  ///     `end()` of the returned value.
  /// - Returns: A way to take the screen away.
  @discardableResult
  public func show(
    _ screen: any FlowScreen, ended: @escaping (_ outcome: Result<ScreenEnding, any Error>) -> Void
  ) -> ShownScreen {
    guard let run = RunAccess() else {
      preconditionFailure("A screen is shown from within a closure of a run; elsewhere use ScreenSession.run(_:).")
    }
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
