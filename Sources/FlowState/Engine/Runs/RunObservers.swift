/// The observers of a run, in the order in which they receive events.
///
/// A list of objects, because calling an observer in an array copies the observer, which costs more than the call.
struct RunObservers {
  private final class Link {
    let observer: any FlowObserver
    let next: Link?

    init(_ observer: any FlowObserver, before next: Link?) {
      self.observer = observer
      self.next = next
    }
  }

  private var first: Link?

  init(_ observers: [any FlowObserver] = []) {
    for observer in observers.reversed() { first = Link(observer, before: first) }
  }

  var isEmpty: Bool { first == nil }

  /// Passes an event to each observer.
  func receive(_ event: FlowEvent) {
    // Held by the first link, because an observer can make the run replace its list.
    withExtendedLifetime(first) {
      var next = first.map { Unmanaged.passUnretained($0) }
      while let link = next {
        next = link._withUnsafeGuaranteedRef { link in
          link.observer.receive(event)
          return link.next.map { .passUnretained($0) }
        }
      }
    }
  }

  /// Whether an observer wants findings.
  var wantFindings: Bool {
    guard first != nil else { return false }
    return all.contains { $0.wantsFindings }
  }

  /// Passes a finding to each observer that wants findings.
  func receive(_ finding: FlowFinding) {
    for observer in all where observer.wantsFindings { observer.receive(finding) }
  }

  mutating func append(_ observer: any FlowObserver) {
    self = RunObservers(all + [observer])
  }

  mutating func removeAll(where isRemoved: (any FlowObserver) -> Bool) {
    self = RunObservers(all.filter { !isRemoved($0) })
  }

  var all: [any FlowObserver] {
    guard let first else { return [] }
    return sequence(first: first, next: \.next).map(\.observer)
  }
}
