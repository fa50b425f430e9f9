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

/// The observers of one list, and the changes that they are still to be told of.
final class StepObservers {
  private var observers: [(observation: StepObservation, body: (StepFlowChange) -> Void)] = []
  private var made = 0
  private var pending: [StepFlowChange] = []
  private var isTelling = false

  func add(_ body: @escaping (StepFlowChange) -> Void) -> StepObservation {
    made += 1
    let observation = StepObservation(number: made)
    observers.append((observation, body))
    return observation
  }

  func remove(_ observation: StepObservation) {
    observers.removeAll { $0.observation == observation }
  }

  func removeAll() {
    observers = []
  }

  /// Tells all of each change, and then calls `last`; a change that comes meanwhile is told after these.
  func tell(_ changes: [StepFlowChange], last: (StepFlowChange) -> Void) {
    pending += changes
    guard !isTelling else { return }
    isTelling = true
    while !pending.isEmpty {
      let change = pending.removeFirst()
      for (observation, body) in observers where isObserving(observation) { body(change) }
      last(change)
    }
    isTelling = false
  }

  /// An observer may have removed another one.
  private func isObserving(_ observation: StepObservation) -> Bool {
    observers.contains { $0.observation == observation }
  }
}
