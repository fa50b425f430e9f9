extension AnyFlowStepHandler {
  /// Traps unless the caller is where this handler's content belongs: on the queue of its run, once it is attached; before
  /// that inside a run's closure or on the main actor, and then in the same place each time.
  @usableFromInline
  final func preconditionHome() {
    if let link {
      precondition(
        link.conductor === Ambient.conductor || link.conductor.queue.isCurrent,
        """
        The content of step '\(link.identifier)' was used off the queue of its run. A handler's content and its \
        contentUpdateHandler belong to that queue; from other threads only complete and fail may be called.
        """)
      return
    }
    let here: ObjectIdentifier
    if let conductor = Ambient.conductor {
      here = conductor.queue.identity
    } else {
      // MainActor.preconditionIsolated would say the same, but its message is lost on Linux.
      precondition(
        DispatchFlowQueue.main.isCurrent,
        """
        A handler's contentUpdateHandler was used outside of a run. Set it inside the intent that returns the handler, or \
        on the main actor if the step runs there.
        """)
      here = DispatchFlowQueue.main.identity
    }
    precondition(
      home == nil || home == here, "A handler's contentUpdateHandler was used in two places that run at the same time.")
    home = here
  }

  /// Traps unless a handler whose update handler was set before is attached where it was set.
  @usableFromInline
  final func preconditionHome(is conductor: Conductor, for step: AnyFlowStep) {
    precondition(
      home == nil || home == conductor.queue.identity,
      """
      Step '\(step.identifier)' runs on another queue than the one where its handler's contentUpdateHandler was set. \
      Set it inside the intent, or on the main actor if the step runs there.
      """)
  }
}
