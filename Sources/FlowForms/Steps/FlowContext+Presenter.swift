public import FlowScreens
public import FlowState

extension FlowContext {
  /// The presenter that the run's ``FormPresenter`` is when a screen is shown, for the screens of steps.
  ///
  /// A flow whose steps use it runs in a terminal, in a browser, and in a test: whoever runs it sets the presenter.
  ///
  /// ```swift
  /// let count = Flow(Int.self, Int.self, identifier: "Count") { scope in
  ///   let step = FlowStep(
  ///     identifier: "count", presenting: { _ in CountScreen() }, on: scope.context.presenter)
  ///   step.content = scope.content
  ///   step.setCompletion { _, count in scope.result = count }
  ///   return step
  /// }
  /// ```
  ///
  /// Showing a screen traps if neither the run nor a run that contains it on the same queue has a presenter.
  public var presenter: any ScreenPresenter { PresenterOfRun(context: self) }
}
