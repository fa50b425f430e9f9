import Dispatch
import FlowState
import Foundation
import Synchronization
import TestSupport
import Testing

/// Runs on a concurrent Dispatch queue, which behaves like a serial queue for them.
struct ConcurrentQueueTests {
  @Test("A turn of a run is a barrier on a concurrent queue, so turns exclude each other", arguments: [false, true])
  func turns(isGivenLater: Bool) async {
    await #expect(processExitsWith: .success) { [isGivenLater = isGivenLater as Bool] in
      let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
      let build: @Sendable (FlowScope<Any, Int>) -> any Startable = { scope in
        dispatchPrecondition(condition: .onQueueAsBarrier(queue))
        var count = 0
        let step = FlowStep(Any.self, Int.self, identifier: "s") { _ in
          dispatchPrecondition(condition: .onQueueAsBarrier(queue))
          let handler = FlowStepHandler(Any.self, Int.self)
          DispatchQueue.global().async { handler.complete(1) }
          return handler
        }
        step.setCompletion { step, number in
          dispatchPrecondition(condition: .onQueueAsBarrier(queue))
          count += number ?? 0
          scope.result = count
          step.nextStep = count < 3 ? step : nil
        }
        return step
      }
      let flow =
        isGivenLater
        ? Flow(Any.self, Int.self, identifier: "F", build).on(queue)
        : Flow(Any.self, Int.self, identifier: "F", on: queue, build)
      let result = try await flow.run()
      precondition(result == 3)
    }
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
      let context = contexts.value[0]
      FileHandle.standardError.write(Data("The context is there.\n".utf8))
      queue.sync(flags: isBarrier ? .barrier : []) { _ = context.variant(of: "any") }
      FileHandle.standardError.write(Data("The context was used.\n".utf8))
    }
    // Dispatch traps without a sentence, so the test names the place.
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("The context is there."))
    #expect(text.contains("The context was used.") == isBarrier)
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
