extension AnyFlowStep {
  /// Sets an action that stops the step's work when its result is no longer needed.
  ///
  /// The result is no longer needed when the run is cancelled or goes back, when a timeout, a sibling's failure or a lost race
  /// ends the step, and when the step is started again.
  ///
  /// The action is for one start: inside the intent or while the step waits, the current start; otherwise the next one. It can
  /// use state of the flow's builder. A second call replaces the action. A step that settles releases it.
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
  /// On other threads, use ``AnyFlowStepHandler/onCancel(_:)`` of the handler.
  ///
  /// - Parameter action: Stops the work. Called on the run's queue, at most once, for the innermost step first. If the handler
  ///   still reports, the run ignores the report and notifies the observer.
  public final func onCancel(_ action: @escaping () -> Void) {
    if let owningLoop = owningLoop?.takeUnretainedValue(), CurrentThread.eventLoop !== owningLoop, !owningLoop.isHere {
      trap(
        "onCancel of step '\(identifier)' was set off the queue of its run. On other threads, set onCancel on the step's handler."
      )
    }
    makeExtras().cancellation = action
  }
}

extension FlowStep {
  /// Sets a closure that receives new content.
  ///
  /// The run calls the closure once when the step starts, even if the content is nil, and then each time the content is set,
  /// even to an equal value. The closure can use state of the flow's builder. It stays until you set another one.
  ///
  /// ```swift
  /// let show = FlowStep(Profile.self, Action.self, identifier: "Show") { step in
  ///   let screen = ProfileScreen()
  ///   step.onContentUpdate { [weak screen] profile in screen?.show(profile) }
  ///   return screen.handler
  /// }
  /// ```
  ///
  /// - Parameter action: Receives the content after ``content`` has changed. Called on the run's queue.
  public func onContentUpdate(_ action: @escaping (_ content: Content?) -> Void) {
    preconditionOnOwnQueue()
    contentUpdate = action
  }

  typealias ContentUpdate = ClosureBox<(Content?) -> Void>

  var contentUpdate: ((Content?) -> Void)? {
    get { (extras?.contentUpdate).map { unsafeDowncast($0, to: ContentUpdate.self).body } }
    set { if newValue != nil || extras != nil { makeExtras().contentUpdate = newValue.map { ContentUpdate($0) } } }
  }
}
