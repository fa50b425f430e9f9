/// Observers that are told together, as a flow has one.
struct ObserverList: FlowObserver {
  let observers: [any FlowObserver]

  func receive(_ event: FlowEvent) {
    for observer in observers { observer.receive(event) }
  }
}
