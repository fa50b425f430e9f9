import Synchronization

extension AnyFlowStepHandler {
  /// Whether the handler is attached, or its update handler was set, somewhere.
  @usableFromInline final var hasHome: Bool { home.load(ordering: .acquiring) != 0 }

  /// Traps unless the caller is where this handler's content belongs: on the queue of its run, once it is attached; before
  /// that inside a run's closure or on a queue that carries runs, and then in the same place each time.
  @usableFromInline
  final func preconditionHome() {
    let here = Ambient.conductor?.queue.identity ?? DispatchFlowQueue.currentIdentity
    let current = home.load(ordering: .acquiring)
    if current == 0 {
      guard let here else {
        preconditionFailure(
          """
          A handler's contentUpdateHandler was used outside of a run. Set it inside the intent that returns the handler, \
          or on the main actor if the step runs there.
          """)
      }
      let desired = UInt(bitPattern: here)
      let (isFirst, seen) = home.compareExchange(expected: 0, desired: desired, ordering: .acquiringAndReleasing)
      precondition(
        isFirst || seen == desired, "A handler's contentUpdateHandler was used in two places that run at the same time."
      )
    } else if here.map({ UInt(bitPattern: $0) }) != current {
      // A queue of the user's own knows by itself whether it is current.
      precondition(
        link?.conductor.queue.isCurrent == true,
        """
        The content of step '\(link?.identifier ?? "")' was used off the queue of its run. A handler's content and its \
        contentUpdateHandler belong to that queue; from other threads only complete and fail may be called.
        """)
    }
  }

  /// Makes the queue of a run the handler's home; `desired` is the queue's identity. Traps if the update handler of a new
  /// handler was set elsewhere.
  @usableFromInline
  final func moveHome(to desired: UInt, for step: AnyFlowStep) {
    let (isFirst, current) = home.compareExchange(expected: 0, desired: desired, ordering: .acquiringAndReleasing)
    if isFirst || current == desired { return }
    precondition(
      link != nil,
      """
      Step '\(step.identifier)' runs on another queue than the one where its handler's contentUpdateHandler was set. \
      Set it inside the intent, or on the main actor if the step runs there.
      """)
    home.store(desired, ordering: .releasing)
  }
}
