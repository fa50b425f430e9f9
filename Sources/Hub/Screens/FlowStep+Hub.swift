public import FlowJSON
public import FlowState

extension FlowStep where Content == JSONValue, Result: Sendable {
  /// Makes a step that shows a Hub view and is completed by an action of it.
  ///
  /// The step's content is JSON that is added to a copy of the builder, when the step starts and whenever it is set while
  /// the view is shown. Content that is neither an object nor an array fails the step with a ``HubJSONError``.
  ///
  /// ```swift
  /// let menu = Flow(JSONValue.self, String.self, identifier: "Lunch") { scope in
  ///   var actions = HubActions<HubScreen<String>>()
  ///   try? actions.register("food:choose") { selection, screen in
  ///     screen.complete(selection.component.identifier)
  ///     return true
  ///   }
  ///   let menu = FlowStep(identifier: "Menu", showing: HubViewModelBuilder(), actions: actions) { screen in
  ///     terminal.show(screen)
  ///   }
  ///   menu.content = scope.content
  ///   menu.setCompletion { _, dish in scope.result = dish }
  ///   return menu
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - identifier: The name of the step in errors and traces.
  ///   - builder: What the view begins with, and the schema that content is read by.
  ///   - actions: What targets can name; an action gets the screen, which it can complete.
  ///   - opener: Opens the URIs of targets.
  ///   - logger: Hears of actions that nobody has registered.
  ///   - present: Draws the screen, and keeps it as long as the user can see it. Called on the run's queue.
  public convenience init(
    identifier: String, showing builder: HubViewModelBuilder, actions: HubActions<HubScreen<Result>> = HubActions(),
    opener: HubTargetOpener = .none, logger: any FlowLogger = SilentLogger(),
    present: @escaping (_ screen: HubScreen<Result>) -> Void
  ) {
    let selector = HubSelector(actions: actions, opener: opener, logger: logger)
    self.init(JSONValue.self, Result.self, identifier: identifier) { step in
      do {
        let screen = try HubScreen(builder, content: step.content, selector: selector)
        // Weak: the screen belongs to whoever draws it; a screen that nobody draws any more is abandoned.
        step.onContentUpdate { [weak screen] content in screen?.receive(content) }
        step.onCancel { [weak screen] in screen?.cancelled() }
        present(screen)
        return screen.handler
      } catch {
        let handler = FlowStepHandler(JSONValue.self, Result.self)
        handler.fail(error)
        return handler
      }
    }
  }
}
