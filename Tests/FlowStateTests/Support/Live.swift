import Synchronization

/// Counts the objects of a test that are alive.
final class Census: Sendable {
  private let count = Atomic<Int>(0)

  var living: Int { count.load(ordering: .sequentiallyConsistent) }

  /// An object that counts as long as it lives.
  func newborn() -> Live { Live(self) }

  fileprivate func add(_ difference: Int) {
    count.add(difference, ordering: .sequentiallyConsistent)
  }
}

/// An object that a census counts.
final class Live: Sendable {
  private let census: Census

  fileprivate init(_ census: Census) {
    self.census = census
    census.add(1)
  }

  deinit {
    census.add(-1)
  }

  /// Keeps the object captured by the closure that calls this.
  func touch() {}
}
