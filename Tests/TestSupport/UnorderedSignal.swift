import Synchronization
package import Testing

/// Lets one thread wait for another without ordering their memory accesses, so that the thread sanitizer sees whether
/// something else orders them.
package final class UnorderedSignal: Sendable {
  private let isGiven = Atomic<Bool>(false)

  package init() {
    // A lazy global orders the threads that initialize it.
    _ = PatienceClock.shared
  }

  package func give() { isGiven.store(true, ordering: .relaxed) }

  package func wait(orSay sentence: String, at location: SourceLocation = #_sourceLocation) {
    blockPatiently(sentence, at: location) { isGiven.load(ordering: .relaxed) }
  }
}
