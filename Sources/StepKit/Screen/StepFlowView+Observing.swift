extension StepFlowView {
  /// Calls a closure after each change, when the list shows it.
  ///
  /// A change that an observer makes is told after all have heard of the one before it. The closure is called on the list's
  /// queue, until it is removed, the list is let go of, or the run is over that the list is in.
  ///
  /// - Parameter body: Receives the change.
  /// - Returns: By what ``remove(_:)`` removes it.
  @discardableResult
  public func observe(_ body: @escaping (_ change: StepFlowChange) -> Void) -> StepObservation {
    observers.add(body)
  }

  /// Removes an observer.
  ///
  /// - Parameter observation: What ``observe(_:)`` has returned.
  public func remove(_ observation: StepObservation) {
    observers.remove(observation)
  }

  func tell(_ change: StepFlowChange) {
    tell([change])
  }

  /// Tells several changes that have happened at once.
  func tell(_ changes: [StepFlowChange]) {
    observers.tell(changes) { change in
      // What waits for the list comes last: when it goes on, everybody knows.
      host?.hear(change)
    }
  }
}
