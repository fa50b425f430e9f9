extension StepFlowView {
  /// Adds an observer, which is called after each change.
  ///
  /// If an observer changes the list, all observers receive the current change before the next one. The closure is
  /// called on the list's queue. The calls end when the observer is removed, when the list is released, or when the
  /// flow step that shows the list ends.
  ///
  /// - Parameter body: Receives each change.
  /// - Returns: A token for ``remove(_:)``.
  @discardableResult
  public func observe(_ body: @escaping (_ change: StepFlowChange) -> Void) -> StepObservation {
    observers.add(body)
  }

  /// Removes an observer.
  ///
  /// - Parameter observation: The token that ``observe(_:)`` returned.
  public func remove(_ observation: StepObservation) {
    observers.remove(observation)
  }

  func notify(_ change: StepFlowChange) {
    notify([change])
  }

  /// Reports several changes that happened together.
  func notify(_ changes: [StepFlowChange]) {
    observers.notify(changes) { change in
      // The host is last, so that all observers have received the change before the run continues.
      host?.handle(change)
    }
  }
}
