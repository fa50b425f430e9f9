public import FlowJSON
public import FlowState
public import Nimbus

extension FlowStep where Result: Sendable & Decodable {
  /// Makes a step that shows a Nimbus screen on the terminal until an action completes it; a user who leaves completes it
  /// without a result.
  ///
  /// The step's content becomes states of the screen's first view, also when it changes later.
  ///
  /// ```swift
  /// let signup = FlowStep(Any.self, JSONValue.self, identifier: "Sign up", in: session) { _ in
  ///   NimbusScreen(NimbusInstance(configuration), document: text)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - content: The type of the step's input; `Any.self` for none.
  ///   - result: The type of what actions complete it with.
  ///   - identifier: The name of the step in errors and traces.
  ///   - session: Shows the screen.
  ///   - states: Makes states of the content.
  ///   - screen: Says what is shown. Called each time the step starts, on the queue of the run.
  public convenience init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    in session: ScreenSession, states: @escaping (_ content: Content?) -> [String: JSONValue] = { _ in [:] },
    screen: @escaping (_ step: FlowStep) -> NimbusScreen
  ) {
    // A step is shown once at a time.
    var shown: NimbusTerminalScreen?
    self.init(
      content, result, identifier: identifier, screen: screen, states: states,
      show: { navigator in
        let screen = NimbusTerminalScreen(navigator)
        shown = screen
        session.show(screen) { outcome in
          switch outcome {
          case .success(.finished): break
          case .success: navigator.leaveStep()
          case .failure(let error): navigator.failStep(error)
          }
        }
      },
      hide: { _ in
        shown?.finish()
        shown = nil
      })
  }
}
