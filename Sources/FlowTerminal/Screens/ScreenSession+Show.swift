import FlowState

extension ScreenSession {
  /// Shows a screen from within a closure of a run, such as the intent of a step, and returns at once.
  ///
  /// The screen is operated on the run's queue. The run does not end before the screen has.
  ///
  /// ```swift
  /// let menu = FlowStep(identifier: "Menu") { step in
  ///   let handler = FlowStepHandler(Any.self, String.self)
  ///   let screen = MenuScreen()
  ///   let shown = session.show(screen) { _ in handler.complete(screen.choice) }
  ///   handler.onCancel { shown.end() }
  ///   return handler
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - screen: The screen; it is kept until it has ended.
  ///   - ended: Hears how it ended, on the run's queue: an ``OutputFailure`` if it could not be shown. Not called when it
  ///     was ended by ``ShownScreen/end()``.
  /// - Returns: What ends the screen.
  @discardableResult
  public func show(
    _ screen: any TerminalScreen, ended: @escaping (_ outcome: Result<ScreenEnding, any Error>) -> Void
  ) -> ShownScreen {
    guard let run = RunAccess() else {
      preconditionFailure("A screen is shown from within a closure of a run; elsewhere use ScreenSession.run(_:).")
    }
    let shown = ShownScreen()
    shown.cancel = run.perform {
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

/// A screen that is being shown by ``ScreenSession/show(_:ended:)``.
///
/// ```swift
/// handler.onCancel { shown.end() }
/// ```
///
/// It belongs to the queue of its run. Letting go of it changes nothing.
public final class ShownScreen {
  var cancel: (() -> Void)?
  private(set) var isEnded = false

  init() {}

  /// Takes the screen away; nobody hears of its end.
  public func end() {
    isEnded = true
    cancel?()
  }
}
