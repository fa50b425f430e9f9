import Synchronization

/// Tells a held run that its worker doesn't wait for it any more.
final class RunAbandonment: Sendable {
  private let flag = Atomic(false)

  var hasCome: Bool { flag.load(ordering: .acquiring) }

  func come() {
    flag.store(true, ordering: .releasing)
  }
}
