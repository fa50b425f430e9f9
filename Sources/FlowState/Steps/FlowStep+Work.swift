extension AnyFlowStep {
  /// Sets what stops the work of the step when its result is not wanted any more: the run is cancelled, a sibling's failure
  /// or a timeout ends the step, or the step is started again.
  ///
  /// It belongs to one start: inside the intent, or while the step waits, to that one; before, to the next one. It may use
  /// what the flow's builder has made. Setting it again replaces it. A step that has settled lets go of it.
  ///
  /// ```swift
  /// let fetch = FlowStep(URL.self, Data.self, identifier: "Fetch") { step in
  ///   let handler = FlowStepHandler(URL.self, Data.self)
  ///   let request = client.fetch(step.content) { reply in handler.complete(reply) }
  ///   step.onCancel { request.cancel() }
  ///   return handler
  /// }
  /// ```
  ///
  /// Code on other threads uses ``AnyFlowStepHandler/onCancel(_:)`` of the handler.
  ///
  /// - Parameter action: Stops the work. Called on the run's queue, at most once, the innermost step's first. A completion
  ///   that arrives all the same is ignored and reported to the observer.
  public final func onCancel(_ action: @escaping () -> Void) {
    preconditionOnOwnQueue()
    makeExtras().cancellation = action
  }
}

extension FlowStep {
  /// Sets what is called with new content: once when the step starts, also with nil, and then at each change, also to an equal
  /// value.
  ///
  /// It may use what the flow's builder has made. It is kept until it is set anew.
  ///
  /// ```swift
  /// let show = FlowStep(Profile.self, Action.self, identifier: "Show") { step in
  ///   let screen = ProfileScreen()
  ///   step.onContentUpdate { [weak screen] profile in screen?.show(profile) }
  ///   return screen.handler
  /// }
  /// ```
  ///
  /// - Parameter action: Receives the content, on the run's queue, after ``content`` has changed.
  public func onContentUpdate(_ action: @escaping (_ content: Content?) -> Void) {
    preconditionOnOwnQueue()
    contentUpdate = action
  }
}
