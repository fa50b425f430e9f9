/// Two observers of one run, told one after the other.
struct ObserverPair: FlowObserver {
  let first: any FlowObserver
  let second: any FlowObserver

  func receive(_ event: FlowEvent) {
    first.receive(event)
    second.receive(event)
  }
}
