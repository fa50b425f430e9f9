import FlowState
public import StepKit

extension ScreenSession {
  /// Shows a list of steps until it is finished; a user who leaves abandons it, with the progress kept.
  ///
  /// To be called where the list is presented, on the run's queue:
  ///
  /// ```swift
  /// let cook = StepFlowView.flowStep(identifier: "Cook") { view in session.show(view, title: "Doughnuts") }
  /// ```
  ///
  /// If it cannot be shown, the step fails with the ``OutputFailure``.
  ///
  /// - Parameters:
  ///   - view: The list.
  ///   - title: What stands above it.
  ///   - notices: The notifications that the list was made with, to be shown on its screen.
  /// - Returns: What takes the screen away.
  @discardableResult
  public func show(_ view: StepFlowView, title: String = "", notices: RecipeNotices? = nil) -> ShownScreen {
    let shown = show(RecipeScreen(view, title: title, notices: notices)) { outcome in
      switch outcome {
      case .success(.finished): break
      case .success: view.abandon()
      case .failure(let error): view.fail(error)
      }
    }
    // Also when the step is cancelled: the run waits for the screen.
    view.onAbandon { shown.end() }
    return shown
  }
}
