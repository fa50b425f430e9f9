import Synchronization

/// Counts the objects of a test that are alive, to find what a run keeps in memory.
package final class ObjectCounter: Sendable {
  private let count = Atomic<Int>(0)

  package init() {}

  /// The number of living objects.
  package var living: Int { count.load(ordering: .sequentiallyConsistent) }

  /// Makes an object that counts until it is released.
  package func makeObject() -> CountedObject { CountedObject(self) }

  fileprivate func add(_ difference: Int) {
    count.add(difference, ordering: .sequentiallyConsistent)
  }
}

/// An object that an ``ObjectCounter`` counts.
package final class CountedObject: Sendable {
  private let counter: ObjectCounter

  fileprivate init(_ counter: ObjectCounter) {
    self.counter = counter
    counter.add(1)
  }

  deinit {
    counter.add(-1)
  }

  /// Does nothing; a closure that calls this captures the object.
  package func touch() {}
}
