import Synchronization

/// A sum that several threads add to.
final class Tally: Sendable {
  private let value = Atomic<Int>(0)

  func add(_ amount: Int) {
    value.wrappingAdd(amount, ordering: .relaxed)
  }

  /// The sum, for whoever comes after those who added.
  var sum: Int { value.load(ordering: .acquiring) }
}
