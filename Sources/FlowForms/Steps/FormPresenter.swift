public import FlowScreens
public import FlowState

/// The presenter of the forms in a run whose declarations name none.
///
/// ```swift
/// let signup = Flow(Any.self, Void.self, identifier: "terminal") { scope in
///   scope.context[FormPresenter.self] = presenter
///   return FlowStep(pages)
/// }
/// ```
///
/// A run also uses the presenter of the run that it is nested in.
public enum FormPresenter: FlowContextKey {
  /// The type of the presenter.
  public typealias Value = any ScreenPresenter

  /// True. Going back keeps the presenter.
  public static let survivesGoingBack = true
}

/// Shows screens on the presenter of the run's context.
struct PresenterOfRun: ScreenPresenter {
  /// The step that shows a form; nil for screens of any kind.
  var step: String?
  let context: FlowContext

  func show(
    _ screen: any FlowScreen, in run: RunAccess, ended: @escaping (_ outcome: Result<ScreenEnding, any Error>) -> Void
  ) -> ShownScreen {
    guard let presenter = context[FormPresenter.self] else {
      trap(
        step.map { step in
          """
          Step '\(step)' shows a form, and neither its declaration nor the run's context has a presenter. Declare it with 'on:', set \
          FormPresenter, or run its chain with a FlowWorker, which waits for the answer.
          """
        }
          ?? """
          A step shows a screen on the presenter of its run, whose context has none. Set FormPresenter in the builder of the flow, or of \
          the flow that contains it on the same queue.
          """)
    }
    return presenter.show(screen, in: run, ended: ended)
  }
}
