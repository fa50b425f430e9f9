import Synchronization
package import Testing

/// Lets one thread wait for another without ordering what they do, so that the thread sanitizer sees whether something else does.
package final class UnorderedSignal: Sendable {
  private let isGiven = Atomic<Bool>(false)

  package init() {
    // A lazy global orders the threads that make it.
    _ = PatienceClock.shared
  }

  package func give() { isGiven.store(true, ordering: .relaxed) }

  package func wait(orSay sentence: String, at location: SourceLocation = #_sourceLocation) {
    blockPatiently(sentence, at: location) { isGiven.load(ordering: .relaxed) }
  }
}
