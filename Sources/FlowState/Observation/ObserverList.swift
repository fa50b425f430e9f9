/// A list of observers that acts as one observer, because a flow has only one.
struct ObserverList: FlowObserver {
  let observers: [any FlowObserver]

  func receive(_ event: FlowEvent) {
    for observer in observers { observer.receive(event) }
  }

  var wantsFindings: Bool { observers.contains { $0.wantsFindings } }

  func receive(_ finding: FlowFinding) {
    for observer in observers where observer.wantsFindings { observer.receive(finding) }
  }
}
