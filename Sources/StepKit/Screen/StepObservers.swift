/// The observers of one list, and the changes that have not been reported yet.
final class StepObservers {
  private var observers: [(observation: StepObservation, body: (StepFlowChange) -> Void)] = []
  private var made = 0
  private var pending: [StepFlowChange] = []
  private var isNotifying = false

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

  /// Reports each change to all observers, then to `last`. Changes made during a report are reported after it.
  func notify(_ changes: [StepFlowChange], last: (StepFlowChange) -> Void) {
    pending += changes
    guard !isNotifying else { return }
    isNotifying = true
    while !pending.isEmpty {
      let change = pending.removeFirst()
      for (observation, body) in observers where isObserving(observation) { body(change) }
      last(change)
    }
    isNotifying = false
  }

  /// Returns whether an observer is still registered. An observer may remove another one.
  private func isObserving(_ observation: StepObservation) -> Bool {
    observers.contains { $0.observation == observation }
  }
}
