public import FlowJSON
public import FlowState

extension FlowStep where Result: Sendable {
  /// Makes a step that shows a screen.
  ///
  /// The step's content becomes states of the screen's first view, also when it changes later. An action completes the step
  /// by ``ActionTriggeredEvent/completeStep(with:)``; components know nothing of it. When whoever draws lets go of the screen,
  /// the step ends as abandoned; when the step is over, however that came, the screen is handed back.
  ///
  /// ```swift
  /// let signup = FlowStep(String.self, Profile.self, identifier: "Sign up") { step in
  ///   NimbusScreen(NimbusInstance(configuration), document: text)
  /// } states: { name in
  ///   ["name": name.map { .string($0) } ?? .null]
  /// } show: { screen in
  ///   terminal.show(screen)
  /// } hide: { screen in
  ///   terminal.hide(screen)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - content: The type of the step's input; `Any.self` for none.
  ///   - result: The type of what actions complete it with.
  ///   - identifier: The name of the step in errors and traces.
  ///   - screen: Says what is shown. Called each time the step starts.
  ///   - states: Makes states of the content.
  ///   - show: Gets the screen, to draw it and to keep it.
  ///   - hide: Gets the screen when its step has completed, failed or been cancelled. Not when it was let go of.
  ///
  /// All closures are called on the queue of the run.
  public convenience init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    screen: @escaping (_ step: FlowStep) -> NimbusScreen,
    states: @escaping (_ content: Content?) -> [String: JSONValue] = { _ in [:] },
    show: @escaping (_ screen: NimbusNavigator) -> Void,
    hide: @escaping (_ screen: NimbusNavigator) -> Void = { _ in }
  ) {
    self.init(content, result, identifier: identifier, decode: nil, screen, states, show, hide)
  }

  convenience init(
    _ content: Content.Type, _ result: Result.Type, identifier: String,
    decode: ((JSONValue) throws -> Result)?, _ screen: @escaping (FlowStep) -> NimbusScreen,
    _ states: @escaping (Content?) -> [String: JSONValue], _ show: @escaping (NimbusNavigator) -> Void,
    _ hide: @escaping (NimbusNavigator) -> Void
  ) {
    self.init(content, result, identifier: identifier) { step in
      let handler = FlowStepHandler(content, result)
      let screen = screen(step)
      let navigator = NimbusNavigator(screen.nimbus)
      // Weak: what the step knows must not keep the screen alive, which keeps the handler alive.
      let leave = { [weak navigator] in
        guard let navigator else { return }
        navigator.scope.set(StepCompletion.key, nil)
        hide(navigator)
      }
      let completion = StepCompletion(handler, decode: decode, leave: leave)
      navigator.scope.set(StepCompletion.key, completion)
      step.onCancel(leave)
      navigator.open(screen, states: states(step.content))
      step.onContentUpdate { [weak navigator] content in
        navigator?.takeStates(states(content))
      }
      show(navigator)
      return handler
    }
  }
}

extension FlowStep where Result: Sendable & Decodable {
  /// Makes a step that shows a screen, and that documents can complete by themselves: with the action `complete` of
  /// ``NimbusSwiftUILibrary/flow(_:)``, whose property `result` is decoded as the step's result.
  ///
  /// - Parameters:
  ///   - content: The type of the step's input; `Any.self` for none.
  ///   - result: The type of what actions complete it with.
  ///   - identifier: The name of the step in errors and traces.
  ///   - screen: Says what is shown. Called each time the step starts.
  ///   - states: Makes states of the content.
  ///   - show: Gets the screen, to draw it and to keep it.
  ///   - hide: Gets the screen when its step has completed, failed or been cancelled. Not when it was let go of.
  public convenience init(
    _ content: Content.Type = Content.self, _ result: Result.Type = Result.self, identifier: String,
    screen: @escaping (_ step: FlowStep) -> NimbusScreen,
    states: @escaping (_ content: Content?) -> [String: JSONValue] = { _ in [:] },
    show: @escaping (_ screen: NimbusNavigator) -> Void,
    hide: @escaping (_ screen: NimbusNavigator) -> Void = { _ in }
  ) {
    self.init(
      content, result, identifier: identifier, decode: { try NimbusDecoder.decode(Result.self, from: $0) }, screen,
      states,
      show, hide)
  }
}

extension StepCompletion {
  /// Lets actions complete a handler.
  fileprivate convenience init<Content, Result: Sendable>(
    _ handler: FlowStepHandler<Content, Result>, decode: ((JSONValue) throws -> Result)?, leave: @escaping () -> Void
  ) {
    let complete = { (result: Result?) in
      leave()
      handler.complete(result)
    }
    self.init(result: Result.self) { value in
      guard let value else {
        complete(nil)
        return true
      }
      guard let result = value as? Result else { return false }
      complete(result)
      return true
    } decode: { [decode] value in
      guard let decode else {
        throw ScreenStepError.otherResult(expected: "\(Result.self)", found: "JSON")
      }
      complete(try decode(value))
    } fail: { error in
      leave()
      handler.fail(error)
    }
  }
}
