import Dispatch
import TestSupport
import Testing

@testable import FlowState

/// Runs on Dispatch queues: the identity of a queue, and whether the caller is on it.
struct DispatchFlowQueueTests {
  @Test("Two wrappers of one Dispatch queue have the same identity")
  func identity() {
    let queue = DispatchQueue(label: "one")
    let first = DispatchFlowQueue(queue)
    let second = DispatchFlowQueue(queue)
    #expect(first.identity == second.identity)
    // All are alive at once, because the identity of a released object may be reused.
    let others = [DispatchFlowQueue(DispatchQueue(label: "one")), DispatchFlowQueue(), DispatchFlowQueue()]
    withExtendedLifetime(others) {
      #expect(Set([first.identity] + others.map(\.identity)).count == 4)
    }
  }

  @Test("Wrappers that many threads make of one queue at once have the same identity")
  func identityUnderContention() {
    for _ in 0..<trials(200, few: 50) {
      let queue = DispatchQueue(label: "shared")
      let barrier = Barrier(4)
      let identities = LockedList<ObjectIdentifier>()
      // The wrappers stay alive, so that no identity is reused.
      let wrappers = LockedList<DispatchFlowQueue>()
      onThreads(4) { _ in
        barrier.meet()
        let wrapper = DispatchFlowQueue(queue)
        wrappers.append(wrapper)
        identities.append(wrapper.identity)
      }
      #expect(Set(identities.all).count == 1)
    }
  }

  @Test("A queue keeps its identity after its first wrapper is released")
  func mark() {
    let queue = DispatchQueue(label: "marked")
    var first: DispatchFlowQueue? = DispatchFlowQueue(queue)
    let identity = first?.identity
    first = nil
    #expect(first == nil)
    #expect(DispatchFlowQueue(queue).identity == identity)
  }

  @Test("A queue is current only inside its blocks")
  func isCurrent() {
    let queue = DispatchQueue(label: "one")
    let other = DispatchQueue(label: "other")
    let flowQueue = DispatchFlowQueue(queue)
    let otherFlowQueue = DispatchFlowQueue(other)
    #expect(!flowQueue.isCurrent)
    queue.sync {
      #expect(flowQueue.isCurrent)
      #expect(!otherFlowQueue.isCurrent)
      flowQueue.preconditionIsCurrent()
    }
    other.sync { #expect(!flowQueue.isCurrent) }
  }

  @Test("The main queue is current on the main actor")
  @MainActor
  func main() {
    #expect(DispatchFlowQueue.main.isCurrent)
    #expect(DispatchFlowQueue(DispatchQueue.main).identity == DispatchFlowQueue.main.identity)
    #expect(!DispatchFlowQueue().isCurrent)
    DispatchFlowQueue.main.preconditionIsCurrent()
  }

  @Test("A queue that targets another queue has an identity of its own")
  func hierarchy() {
    let base = DispatchQueue(label: "base")
    let upper = DispatchQueue(label: "upper", target: base)
    let onBase = DispatchFlowQueue(base)
    let onUpper = DispatchFlowQueue(upper)
    #expect(onBase.identity != onUpper.identity)
    upper.sync { #expect(onUpper.isCurrent) }
    base.sync {
      #expect(onBase.isCurrent)
      #expect(!onUpper.isCurrent)
    }
  }

  @Test("A block on a queue that inherits its target's mark counts as a block on the target")
  func inheritedMark() {
    let base = DispatchQueue(label: "base")
    let unmarked = DispatchQueue(label: "unmarked", target: base)
    let onBase = DispatchFlowQueue(base)
    unmarked.sync {
      #expect(onBase.isCurrent)
      onBase.preconditionIsCurrent()
    }
  }

  @Test("Each wrapper of a global queue is a queue of its own")
  func global() async {
    let first = DispatchFlowQueue(.global())
    let second = DispatchFlowQueue(.global())
    #expect(first.identity != second.identity)
    #expect(!first.isCurrent)
    let flow = Flow(Any.self, Bool.self, identifier: "F") { scope in
      scope.result = first.isCurrent && !second.isCurrent
      return FlowStep(Any.self, Any.self, identifier: "a") { _ in nil }
    }
    #expect((try? await flow.on(first).run()) == true)
  }

  @Test("Global queues of every quality of service are recognized")
  func globals() {
    let all: [DispatchQoS.QoSClass] = [.background, .utility, .default, .userInitiated, .userInteractive]
    for quality in all {
      let queue = DispatchQueue.global(qos: quality)
      _ = DispatchFlowQueue(queue)
      queue.sync { #expect(!DispatchFlowQueue(queue).isCurrent) }
    }
  }
}
