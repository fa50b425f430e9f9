import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Law 3: content, attachment, completion closure, next step; and arrival order is delivery order.
struct OrderTests {
  typealias Handler = FlowStepHandler<Int, String>

  let trace = Trace()
  let queue = ManualQueue()
  let handlers = LockedList<Handler>()

  static func step(_ identifier: String, _ trace: Trace, _ handlers: LockedList<Handler>) -> FlowStep<Int, String> {
    let step = FlowStep(Int.self, String.self, identifier: identifier) { step in
      trace.note("\(identifier) intent")
      let handler = Handler()
      step.onContentUpdate { trace.note("\(identifier) update(\($0 ?? -1))") }
      handlers.append(handler)
      return handler
    }
    step.setCompletion { _, result in trace.note("\(identifier) completion(\(result ?? "nil"))") }
    return step
  }

  @Test("Content reaches the handler before it is attached, and the completion closure runs before the next step")
  func oneStep() {
    let flow = Flow(Int.self, Any.self, identifier: "F") { [trace, handlers] scope in
      let a = OrderTests.step("a", trace, handlers)
      a.content = scope.content
      a.nextStep = OrderTests.step("b", trace, handlers)
      return a
    }
    flow.on(queue).start(7)
    queue.play()
    handlers[0].complete("r")
    trace.note("completed outside")
    queue.play()
    #expect(
      trace.lines == [
        "a intent", "a update(7)", "completed outside", "a completion(r)", "b intent", "b update(-1)",
      ])
  }

  @Test("A completion inside a completion closure waits until the closure has returned and the next step has started")
  func completionInsideCompletion() {
    let flow = Flow(Any.self, Any.self, identifier: "F") { [trace, handlers] _ in
      let a = OrderTests.step("a", trace, handlers)
      let b = OrderTests.step("b", trace, handlers)
      let both = ConcurrentFlowStep(identifier: "both", steps: [a, b])
      let a2 = OrderTests.step("a2", trace, handlers)
      a.setCompletion { a, _ in
        handlers[1].complete("from a")
        trace.note("a completion returns")
        a.nextStep = a2
      }
      return both
    }
    flow.on(queue).start()
    queue.play()
    _ = trace.take()
    queue.perform { handlers[0].complete("r") }
    #expect(
      trace.lines == ["a completion returns", "a2 intent", "a2 update(-1)", "b completion(from a)"])
  }

  @Test("Completions are delivered in the order of their arrival, on the queue or from outside")
  func arrival() {
    let count = 40
    let flow = Flow(Any.self, Any.self, identifier: "F") { [trace, handlers] _ in
      ConcurrentFlowStep(
        identifier: "all", steps: (0..<count).map { OrderTests.step("\($0)", trace, handlers) })
    }
    flow.on(queue).start()
    queue.play()
    _ = trace.take()
    var generator = SeededGenerator(seed: 3)
    let order = (0..<count).shuffled(using: &generator)
    for (position, index) in order.enumerated() {
      // A completion on the queue must not overtake one from outside.
      if position.isMultiple(of: 3) {
        queue.perform { handlers[index].complete("r") }
      } else {
        handlers[index].complete("r")
      }
    }
    queue.play()
    // The first completion is on the idle queue, so it is delivered at once, which changes no order.
    #expect(trace.lines == order.map { "\($0) completion(r)" })
  }

  @Test("A completion on an idle queue is delivered before the call returns")
  func onTheSpot() {
    let flow = Flow(Any.self, Any.self, identifier: "F") { [trace, handlers] _ in
      OrderTests.step("a", trace, handlers)
    }
    flow.on(queue).start()
    queue.play()
    queue.perform {
      handlers[0].complete("r")
      trace.note("after")
    }
    #expect(trace.lines == ["a intent", "a update(-1)", "a completion(r)", "after"])
    #expect(queue.isEmpty)
  }

  @Test("The steps of a child's chain run in order, and the run ends last")
  func children() {
    let flow = Flow(Any.self, Any.self, identifier: "F") { [trace] _ in
      func instant(_ identifier: String) -> FlowStep<Any, String> {
        FlowStep(Any.self, String.self, identifier: identifier) { _ in
          trace.note(identifier)
          let handler = FlowStepHandler(Any.self, String.self)
          handler.complete("early")
          return handler
        }
      }
      let a = instant("a")
      let deep = ConcurrentFlowStep(identifier: "deep", steps: [instant("d1"), instant("d2")])
      a.nextStep = deep
      deep.nextStep = instant("a3")
      return ConcurrentFlowStep(identifier: "all", steps: [a, instant("b")])
    }
    flow.on(queue).start { [trace] _ in trace.note("end") }
    queue.play()
    #expect(trace.lines.filter { $0 != "b" } == ["a", "d1", "d2", "a3", "end"])
    #expect(trace.lines.count == 6)
  }
}
