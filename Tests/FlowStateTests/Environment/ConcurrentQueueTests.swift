import Dispatch
import FlowState
import Foundation
import Synchronization
import TestSupport
import Testing

/// Runs on a concurrent Dispatch queue, which behaves like a serial queue for them.
struct ConcurrentQueueTests {
  /// Records the largest number of closures that execute at once.
  private final class Corridor: Sendable {
    private let inside = Atomic<Int>(0)
    let most = Atomic<Int>(0)

    func pass() {
      most.max(inside.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
      for _ in 0..<100 { _ = inside.load(ordering: .relaxed) }
      inside.subtract(1, ordering: .relaxed)
    }
  }

  @Test("Turns of runs on a concurrent queue exclude each other", arguments: [false, true])
  func turns(isGivenLater: Bool) async {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let corridor = Corridor()
    let steps = trials(5_000, few: 500)
    let build: @Sendable (FlowScope<Any, Int>) -> any Startable = { scope in
      var count = 0
      let step = FlowStep(Any.self, Int.self, identifier: "s") { _ in
        corridor.pass()
        let handler = FlowStepHandler(Any.self, Int.self)
        DispatchQueue.global().async { handler.complete(1) }
        return handler
      }
      step.setCompletion { step, number in
        corridor.pass()
        count += number ?? 0
        scope.result = count
        step.nextStep = count < steps ? step : nil
      }
      return step
    }
    let flow =
      isGivenLater
      ? Flow(Any.self, Int.self, identifier: "F", build).on(queue)
      : Flow(Any.self, Int.self, identifier: "F", on: queue, build)
    await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<4 { group.addTask { try? await flow.run() } }
      for await result in group { #expect(result == steps) }
    }
    #expect(corridor.most.load(ordering: .relaxed) == 1)
  }

  @Test("A block on a concurrent queue may use a context only as a barrier", arguments: [false, true])
  func context(isBarrier: Bool) async {
    let result = await #expect(
      processExitsWith: isBarrier ? .success : .failure, observing: [\.standardErrorContent]
    ) { [isBarrier = isBarrier as Bool] in
      let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
      let contexts = Box<[FlowContext]>([])
      let handlers = LockedList<FlowStepHandler<Any, Int>>()
      let flow = Flow(Any.self, Int.self, identifier: "F", on: queue) { scope in
        contexts.value.append(scope.context)
        return FlowStep(Any.self, Int.self, identifier: "s") { _ in
          handlers.appendHandler()
        }
      }
      flow.start()
      queue.sync(flags: .barrier) {}
      queue.sync(flags: isBarrier ? .barrier : []) { _ = contexts.value[0].variant(of: "any") }
    }
    withExtendedLifetime(result) {}
  }

  @Test("A handler that is completed in a block on a concurrent queue is delivered at once")
  func onTheSpot() {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let trace = Trace()
    let handlers = LockedList<FlowStepHandler<Any, Int>>()
    let flow = Flow(Any.self, Int.self, identifier: "F", on: queue) { _ in
      let step = FlowStep(Any.self, Int.self, identifier: "s") { _ in
        handlers.appendHandler()
      }
      step.setCompletion { _, _ in trace.note("completed") }
      return step
    }
    flow.start()
    queue.sync(flags: .barrier) {}
    queue.sync {
      handlers[0].complete(1)
      trace.note("returned")
    }
    #expect(trace.lines == ["completed", "returned"])
  }
}
