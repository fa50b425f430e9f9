import FlowState
import Foundation
import TestSupport
import Testing

/// The captures of a callback's closure belong to the run's queue, whichever thread releases the callback last.
///
/// A witness notes where it is released. It doesn't trap, because a trap would end the whole suite without naming a
/// test.
struct CallbackReleaseTests {
  /// Runs each turn on a new thread before `enqueue` returns. So the queue has released its reference to a callback
  /// before the thread that releases the callback does.
  private final class HastyQueue: FlowQueue {
    static let name = "the run's queue"

    func enqueue(_ turn: FlowTurn) {
      let end = UnorderedSignal()
      Thread {
        Thread.current.threadDictionary[HastyQueue.name] = true
        turn.run()
        end.give()
      }.start()
      end.wait(orSay: "A turn did not end")
    }

    var isCurrent: Bool { false }
  }

  private final class Witness: Sendable {
    private let places: LockedList<String>
    private let released: AsyncSignal

    init(_ places: LockedList<String>, _ released: AsyncSignal) {
      (self.places, self.released) = (places, released)
    }

    deinit {
      places.append(Thread.current.threadDictionary[HastyQueue.name] != nil ? HastyQueue.name : "elsewhere")
      released.send()
    }
  }

  @Test("A callback that another thread releases frees its captures on the run's queue", arguments: [true, false])
  func release(afterEnd: Bool) async throws {
    let (places, released, began, ended) = (LockedList<String>(), AsyncSignal(), AsyncSignal(), AsyncSignal())
    let callback = Box<(@Sendable () -> Void)?>(nil)
    let handlers = LockedList<FlowStepHandler<Any, Any>>()
    let flow = Flow(Any.self, Any.self, identifier: "F") { _ in
      FlowStep(Any.self, Any.self, identifier: "a") { step in
        let witness = Witness(places, released)
        callback.value = RunAccess(step).callback { withExtendedLifetime(witness) {} }
        defer { began.send() }
        return handlers.appendHandler()
      }
    }
    flow.on(HastyQueue()).start { _ in ended.send() }
    try await began.wait(orSay: "The step did not begin")
    if afterEnd {
      handlers[0].complete(nil)
      try await ended.wait(orSay: "The run did not end")
    }
    await onThread { callback.value = nil }
    try await released.wait(orSay: "The callback was not released")
    #expect(places.all == [HastyQueue.name])
    if !afterEnd {
      handlers[0].complete(nil)
      try await ended.wait(orSay: "The run did not end")
    }
  }
}
