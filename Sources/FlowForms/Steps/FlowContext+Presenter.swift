public import FlowScreens
public import FlowState

extension FlowContext {
  /// The presenter that the run's ``FormPresenter`` is when a screen is shown, for the screens of steps.
  ///
  /// A flow whose steps use it runs in a terminal, in a browser, and in a test: whoever runs it sets the presenter.
  ///
  /// ```swift
  /// let ask = Flow(Any.self, Delivery.self, identifier: "Ask") { scope in
  ///   let address = FlowStep(
  ///     identifier: "address", presenting: { _ in FormScreen(delivery) }, on: scope.context.presenter)
  ///   address.setCompletion { _, answer in scope.result = answer?.value }
  ///   return address
  /// }
  /// ```
  ///
  /// Showing a screen traps if neither the run nor a run that contains it on the same queue has a presenter.
  public var presenter: any ScreenPresenter { PresenterOfRun(context: self) }
}
