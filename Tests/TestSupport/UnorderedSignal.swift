import Foundation
import Synchronization

/// Lets one thread wait for another without ordering what they do, so that the thread sanitizer sees whether something else does.
package final class UnorderedSignal: Sendable {
  private let isGiven = Atomic<Bool>(false)

  package init() {}

  package func give() { isGiven.store(true, ordering: .relaxed) }

  package func wait() {
    while !isGiven.load(ordering: .relaxed) { sched_yield() }
  }
}
