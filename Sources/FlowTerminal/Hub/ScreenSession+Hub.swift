public import FlowLayout
import FlowState
public import Hub

extension ScreenSession {
  /// Shows a Hub screen until its step is completed; a user who leaves completes the step without a result.
  ///
  /// To be called where a step presents its screen, on the run's queue.
  ///
  /// - Parameters:
  ///   - hub: The screen.
  ///   - components: Draws it.
  ///   - tell: What is to be said below the view when a component has been selected.
  public func show<Result: Sendable>(
    _ hub: HubScreen<Result>,
    components: HubComponentRegistry<Layout> = HubComponentRegistry(fallback: HubLayouts()),
    tell: @escaping (_ component: HubComponentModel, _ outcome: HubSelectionOutcome) -> Layout =
      HubTerminalScreen<Result>.tell
  ) {
    let shown = show(HubTerminalScreen(hub, components: components, tell: tell)) { outcome in
      switch outcome {
      case .success(.finished): break
      case .success: hub.complete(nil)
      case .failure(let error): hub.handler.fail(error)
      }
    }
    hub.onCancel { shown.end() }
  }
}
