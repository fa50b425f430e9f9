import Synchronization

/// A flag that is set when the worker no longer waits for a held run.
final class RunAbandonment: Sendable {
  private let flag = Atomic(false)

  var hasCome: Bool { flag.load(ordering: .acquiring) }

  func come() {
    flag.store(true, ordering: .releasing)
  }
}
